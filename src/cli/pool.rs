//! Many inputs at once, results in order.
//!
//! Workers take the next input from a shared counter and stay at most a window ahead of the input whose result was
//! consumed last, so that memory holds a few inputs however many there are.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// Inputs that may be finished or in work for each worker before the oldest result is consumed.
const WINDOW_PER_WORKER: usize = 4;

struct Progress {
    /// The next input to take.
    next: usize,
    /// How many results were consumed.
    consumed: usize,
}

/// Calls `work` for `0..count` on `threads` threads and `consume` with the results in order, on the calling thread.
/// With one thread everything happens on the calling thread. A panic of `work` is passed on.
pub fn in_order<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync, mut consume: impl FnMut(T)) {
    if threads <= 1 || count <= 1 {
        (0..count).for_each(|i| consume(work(i)));
        return;
    }
    let threads = threads.min(count);
    let progress = Mutex::new(Progress { next: 0, consumed: 0 });
    let advanced = Condvar::new();
    let take = || {
        let lock = progress.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = |p: &mut Progress| p.next < count && p.next >= p.consumed + threads * WINDOW_PER_WORKER;
        let mut lock = advanced.wait_while(lock, ahead).unwrap_or_else(PoisonError::into_inner);
        lock.next += 1;
        (lock.next <= count).then(|| lock.next - 1)
    };
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, take, work) = (sender.clone(), &take, &work);
            scope.spawn(move || {
                while let Some(i) = take() {
                    // Caught, so that the consumer learns of it instead of waiting for a result that never comes.
                    let result = catch_unwind(AssertUnwindSafe(|| work(i)));
                    if sender.send((i, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (i, result) in results {
            early.insert(i, result);
            while let Some(result) = early.remove(&wanted) {
                match result {
                    Ok(result) => consume(result),
                    Err(panic) => {
                        progress.lock().unwrap_or_else(PoisonError::into_inner).next = count;
                        advanced.notify_all();
                        resume_unwind(panic);
                    }
                }
                wanted += 1;
                progress.lock().unwrap_or_else(PoisonError::into_inner).consumed = wanted;
                advanced.notify_all();
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |i: usize| {
                std::thread::sleep(Duration::from_micros((i as u64 * 7919) % 300));
                i * 2
            };
            in_order(100, threads, work, |result| seen.push(result));
            assert_eq!(seen, (0..100).map(|i| i * 2).collect::<Vec<_>>(), "{threads} threads");
        }
        in_order(0, 4, |_| (), |()| panic!("there is nothing to consume"));
    }

    #[test]
    fn workers_do_not_run_far_ahead() {
        let started = AtomicUsize::new(0);
        let mut consumed = 0;
        in_order(
            200,
            2,
            |_| started.fetch_add(1, Ordering::SeqCst),
            |_| {
                std::thread::sleep(Duration::from_micros(50));
                consumed += 1;
                assert!(started.load(Ordering::SeqCst) <= consumed + 2 * WINDOW_PER_WORKER + 2);
            },
        );
        assert_eq!(consumed, 200);
    }

    #[test]
    fn a_panic_is_passed_on() {
        let result = catch_unwind(|| in_order(50, 3, |i| assert_ne!(i, 20, "input 20"), |()| ()));
        assert!(result.is_err());
    }
}
