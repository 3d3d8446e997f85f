//! Any bytes may be read: nothing panics, hangs or overflows the stack, every span lies inside the text, the time is
//! linear in the size of the input, and what has no errors is printed so that it can be read again.
//!
//! [`truncation`] cuts the samples at every byte, [`mutation`] changes them at random, [`bytes`] looks at characters
//! and encodings, [`nesting`] opens every kind of bracket many times, [`floods`] repeats one thing many times, and
//! [`operations`] does so for each operation. What all of them check is in [`harness`].

mod bytes;
mod floods;
mod harness;
mod mutation;
mod nesting;
mod operations;
mod truncation;
