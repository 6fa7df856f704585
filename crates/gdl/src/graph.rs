//! Strongly connected components: what depends on itself, and in which order to work.

/// The components of a graph, those that others depend on first.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// The component of every node that was reached.
    pub(crate) of: Vec<u32>,
    /// The nodes of each component.
    pub(crate) members: Vec<Vec<u32>>,
}

/// Nodes that no root reaches have no component.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// A graph as lists of successors, one after the other.
pub(crate) trait Graph {
    /// How many nodes there are.
    fn len(&self) -> usize;
    /// The node that number `index` among the dependencies of `node` is, if there are so many.
    fn dependency(&self, node: u32, index: u32) -> Option<u32>;
}

impl Graph for Vec<Vec<u32>> {
    fn len(&self) -> usize {
        self.len()
    }

    fn dependency(&self, node: u32, index: u32) -> Option<u32> {
        self[node as usize].get(index as usize).copied()
    }
}

/// Finds the components that can be reached from the roots (Tarjan), without recursion.
pub(crate) fn components(graph: &impl Graph, roots: impl IntoIterator<Item = u32>) -> Components {
    let mut search = Search {
        order: vec![UNREACHED; graph.len()],
        low: vec![0; graph.len()],
        stack: Vec::new(),
        found: Components { of: vec![UNREACHED; graph.len()], members: Vec::new() },
        next: 0,
    };
    for root in roots {
        if search.order[root as usize] == UNREACHED {
            search.walk(graph, root);
        }
    }
    search.found
}

struct Search {
    /// When a node was met.
    order: Vec<u32>,
    /// The earliest met node on the stack that a node leads to.
    low: Vec<u32>,
    stack: Vec<u32>,
    found: Components,
    next: u32,
}

impl Search {
    fn enter(&mut self, node: u32) {
        self.order[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.stack.push(node);
    }

    fn walk(&mut self, graph: &impl Graph, root: u32) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, index)) = path.last_mut() {
            let node = *node;
            if let Some(dependency) = graph.dependency(node, *index) {
                *index += 1;
                if self.order[dependency as usize] == UNREACHED {
                    self.enter(dependency);
                    path.push((dependency, 0));
                } else if self.found.of[dependency as usize] == UNREACHED {
                    self.low[node as usize] = self.low[node as usize].min(self.order[dependency as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                self.low[parent as usize] = self.low[parent as usize].min(self.low[node as usize]);
            }
            if self.low[node as usize] == self.order[node as usize] {
                let begin = self.stack.iter().rposition(|&other| other == node).unwrap_or(0);
                let mut members = self.stack.split_off(begin);
                members.sort_unstable();
                let component = self.found.members.len() as u32;
                for &member in &members {
                    self.found.of[member as usize] = component;
                }
                self.found.members.push(members);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_depend_on() {
        // 0 -> 1 <-> 2 -> 3, and 4 is not reached.
        let graph = vec![vec![1], vec![2], vec![1, 3], vec![], vec![0]];
        let found = components(&graph, [0]);
        assert_eq!(found.members, [vec![3], vec![1, 2], vec![0]]);
        assert_eq!(found.of, [2, 1, 1, 0, UNREACHED]);
    }
}
