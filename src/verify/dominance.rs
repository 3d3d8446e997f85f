//! Dominance: every use must come after its definition on every path.
//!
//! Dominator trees are built with the Lengauer-Tarjan algorithm, so that the cost stays near linear whatever the
//! control flow. Only bodies with several blocks in a region, or with a use before its definition in the text, need it.

use crate::diagnostics::{Diagnostic, Sink, codes};
use crate::ir::body::{Block, Body, Op, Region, Value, ValueDef};
use crate::source::Span;
use hashbrown::HashMap;

/// The dominator tree of one region. Blocks that cannot be reached are dominated by every block, as in MLIR.
pub struct DominatorTree {
    /// Entry and exit number of each reachable block in a walk over the tree.
    numbers: HashMap<Block, (u32, u32)>,
}

impl DominatorTree {
    /// The tree of a region.
    pub fn new(body: &Body, region: Region) -> Self {
        let blocks = body.blocks_of(region);
        let index: HashMap<Block, usize> = blocks.iter().enumerate().map(|(i, b)| (*b, i)).collect();
        let successors: Vec<Vec<usize>> = blocks
            .iter()
            .map(|b| {
                let last = body.blocks[b.index()].last;
                if !last.is_some() {
                    return Vec::new();
                }
                body.successors(last).iter().filter_map(|s| index.get(&s.block).copied()).collect()
            })
            .collect();
        let idom = immediate_dominators(&successors);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
        for (block, dominator) in idom.iter().enumerate() {
            if let Some(dominator) = *dominator {
                children[dominator].push(block);
            }
        }
        let mut numbers = HashMap::with_capacity(blocks.len());
        let mut clock = 0;
        let mut stack: Vec<(usize, usize)> = if blocks.is_empty() { Vec::new() } else { vec![(0, 0)] };
        let mut entered = vec![0u32; blocks.len()];
        while let Some((node, next)) = stack.pop() {
            if next == 0 {
                clock += 1;
                entered[node] = clock;
            }
            match children[node].get(next) {
                Some(&child) => {
                    stack.push((node, next + 1));
                    stack.push((child, 0));
                }
                None => {
                    clock += 1;
                    numbers.insert(blocks[node], (entered[node], clock));
                }
            }
        }
        DominatorTree { numbers }
    }

    /// Whether every path to `b` goes through `a`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.numbers.get(&a), self.numbers.get(&b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
        }
    }
}

/// Immediate dominators of the nodes of a graph whose entry is node 0; `None` for the entry and unreachable nodes.
fn immediate_dominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    const NONE: usize = usize::MAX;
    let n = successors.len();
    let mut order = Vec::with_capacity(n); // nodes by depth-first number
    let mut number = vec![NONE; n];
    let mut parent = vec![NONE; n]; // of a depth-first number, as a number
    let mut stack = if n > 0 { vec![(0usize, NONE)] } else { Vec::new() };
    while let Some((node, from)) = stack.pop() {
        if number[node] != NONE {
            continue;
        }
        number[node] = order.len();
        parent[order.len()] = from;
        order.push(node);
        let this = number[node];
        stack.extend(successors[node].iter().rev().filter(|s| number[**s] == NONE).map(|s| (*s, this)));
    }
    let m = order.len();
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); m];
    for (v, &node) in order.iter().enumerate() {
        for &s in &successors[node] {
            predecessors[number[s]].push(v);
        }
    }
    let mut semi: Vec<usize> = (0..m).collect();
    let mut label: Vec<usize> = (0..m).collect();
    let mut ancestor = vec![NONE; m];
    let mut idom = vec![NONE; m];
    let mut bucket: Vec<Vec<usize>> = vec![Vec::new(); m];
    for w in (1..m).rev() {
        for &v in &predecessors[w] {
            let u = evaluate(v, &mut ancestor, &mut label, &semi);
            semi[w] = semi[w].min(semi[u]);
        }
        bucket[semi[w]].push(w);
        ancestor[w] = parent[w];
        for v in std::mem::take(&mut bucket[parent[w]]) {
            let u = evaluate(v, &mut ancestor, &mut label, &semi);
            idom[v] = if semi[u] < semi[v] { u } else { parent[w] };
        }
    }
    for w in 1..m {
        if idom[w] != semi[w] {
            idom[w] = idom[idom[w]];
        }
    }
    let mut out = vec![None; n];
    for w in 1..m {
        out[order[w]] = Some(order[idom[w]]);
    }
    out
}

/// The node with the least semidominator on the path from `v` to the root of its tree, compressing the path.
fn evaluate(v: usize, ancestor: &mut [usize], label: &mut [usize], semi: &[usize]) -> usize {
    if ancestor[v] == usize::MAX {
        return v;
    }
    let mut path = vec![v];
    let mut at = v;
    while ancestor[ancestor[at]] != usize::MAX {
        at = ancestor[at];
        path.push(at);
    }
    // `at` is just below a root; compress from there down.
    let root = ancestor[at];
    for &node in path.iter().rev().skip(1) {
        let above = ancestor[node];
        if semi[label[above]] < semi[label[node]] {
            label[node] = label[above];
        }
        ancestor[node] = root;
    }
    label[v]
}

/// Reports every use in a body that its definition does not dominate.
pub fn check(text: &str, body: &Body, sink: &mut Sink) {
    let mut checker = Checker { text, body, position: vec![0; body.ops.len()], trees: HashMap::new(), sink };
    for block in 0..body.blocks.len() as u32 {
        for (i, op) in body.block_ops(Block(block)).enumerate() {
            checker.position[op.index()] = i as u32;
        }
    }
    for op in 0..body.ops.len() as u32 {
        checker.op(Op(op));
    }
}

struct Checker<'a> {
    text: &'a str,
    body: &'a Body,
    /// Position of each operation in its block.
    position: Vec<u32>,
    trees: HashMap<Region, DominatorTree>,
    sink: &'a mut Sink,
}

impl Checker<'_> {
    fn op(&mut self, op: Op) {
        if !self.body.op(op).block.is_some() {
            return;
        }
        for i in 0..self.body.operands(op).len() {
            let value = self.body.operands(op)[i];
            // One report per value, without a quadratic search in long lists.
            if self.body.operands(op)[i.saturating_sub(16)..i].contains(&value) {
                continue;
            }
            if !self.is_visible(value, op) {
                self.report(value, op);
            }
        }
    }

    fn is_visible(&mut self, value: Value, user: Op) -> bool {
        let (block, defining) = match self.body.def(value) {
            ValueDef::Forward => return true, // reported as undefined
            ValueDef::Arg(block, _) => (block, None),
            ValueDef::Result(op, _) => (self.body.op(op).block, Some(op)),
        };
        let region = self.body.blocks[block.index()].region;
        // The operation around the use that stands in the region of the definition.
        let mut at = user;
        loop {
            let at_block = self.body.op(at).block;
            if self.body.blocks[at_block.index()].region == region {
                break;
            }
            match self.body.parent(at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        let at_block = self.body.op(at).block;
        if at_block == block {
            return defining.is_none_or(|d| self.position[d.index()] < self.position[at.index()]);
        }
        let body = self.body;
        self.trees.entry(region).or_insert_with(|| DominatorTree::new(body, region)).dominates(block, at_block)
    }

    fn report(&mut self, value: Value, user: Op) {
        let Some(name) = self.body.values[value.index()].name() else { return };
        let text = &self.text[name.range()];
        let span = use_span(self.text, self.body.op(user).span, text);
        let diagnostic = Diagnostic::error(
            codes::NOT_DOMINATED,
            span,
            format!("`%{text}` may not be defined here: its definition does not come first on every path"),
        )
        .label("used here")
        .also(Span::new(name.start - 1, name.end), "defined here");
        self.sink.push(diagnostic);
    }
}

/// Where `%name` is used in a statement; the start of the statement when it is not found.
pub fn use_span(text: &str, statement: Span, name: &str) -> Span {
    let inside = &text[statement.range()];
    let wanted = format!("%{name}");
    // Results stand before `=`; a use comes after them.
    let from = inside.find('=').filter(|_| inside.starts_with('%')).unwrap_or(0);
    let mut at = from;
    while let Some(found) = inside[at..].find(&wanted) {
        let start = at + found;
        let end = start + wanted.len();
        let continues = inside[end..]
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-'));
        if !continues {
            return Span::new(statement.start + start as u32, statement.start + end as u32);
        }
        at = end;
    }
    Span::new(statement.start, (statement.start + 1).min(statement.end))
}

#[cfg(test)]
mod tests {
    use super::immediate_dominators;

    #[test]
    fn diamond_and_loop() {
        // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> 1, 4; 5 is unreachable.
        let graph = [vec![1, 2], vec![3], vec![3], vec![1, 4], vec![], vec![4]];
        let idom = immediate_dominators(&graph);
        assert_eq!(idom, [None, Some(0), Some(0), Some(0), Some(3), None]);
    }

    /// Against the definition: `a` dominates `b` when removing `a` makes `b` unreachable.
    #[test]
    fn random_graphs() {
        let mut seed = 7u64;
        let mut next = |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        for _ in 0..300 {
            let n = 2 + next(9);
            let graph: Vec<Vec<usize>> = (0..n).map(|_| (0..next(4)).map(|_| next(n)).collect()).collect();
            let idom = immediate_dominators(&graph);
            let reach = |without: Option<usize>| {
                let mut seen = vec![false; n];
                let mut stack = if without == Some(0) { vec![] } else { vec![0] };
                while let Some(v) = stack.pop() {
                    if !std::mem::replace(&mut seen[v], true) {
                        stack.extend(graph[v].iter().filter(|s| Some(**s) != without));
                    }
                }
                seen
            };
            let all = reach(None);
            for b in (1..n).filter(|b| all[*b]) {
                let strict: Vec<usize> = (0..n).filter(|a| *a != b && all[*a] && !reach(Some(*a))[b]).collect();
                let mut by_tree = Vec::new();
                let mut at = idom[b];
                while let Some(a) = at {
                    by_tree.push(a);
                    at = idom[a];
                }
                by_tree.sort_unstable();
                assert_eq!(by_tree, strict, "graph {graph:?}, block {b}");
            }
        }
    }
}
