//! Examples as the trainer sees them: sparse binary features, a few real inputs, a target.

use agon_nets::cascade::Unit;

/// What networks are trained on or tested with.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    features: usize,
    reals: usize,
    starts: Vec<usize>,
    active: Vec<u16>,
    inputs: Vec<f32>,
    targets: Vec<f32>,
    weights: Vec<f32>,
}

impl Data {
    /// No examples yet, of positions with this many binary features and real inputs.
    ///
    /// # Panics
    /// If there are more features than two bytes can number.
    pub fn new(features: usize, reals: usize) -> Data {
        assert!(u16::try_from(features).is_ok(), "features have numbers of two bytes");
        Data {
            features,
            reals,
            starts: vec![0],
            active: Vec::new(),
            inputs: Vec::new(),
            targets: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Adds an example that counts as `weight` examples.
    ///
    /// # Panics
    /// If a feature is out of range or the number of real inputs is wrong.
    pub fn push(&mut self, active: &[u32], reals: &[f32], target: f32, weight: f32) {
        assert!(
            active.iter().all(|&feature| (feature as usize) < self.features),
            "a feature is out of range"
        );
        assert_eq!(reals.len(), self.reals, "an example has all real inputs");
        self.active.extend(active.iter().map(|&feature| feature as u16));
        self.starts.push(self.active.len());
        self.inputs.extend_from_slice(reals);
        self.targets.push(target);
        self.weights.push(weight);
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The number of binary features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The number of real inputs.
    pub fn reals(&self) -> usize {
        self.reals
    }

    /// The features of an example.
    #[inline]
    pub fn active(&self, example: usize) -> &[u16] {
        &self.active[self.starts[example]..self.starts[example + 1]]
    }

    /// The real inputs of an example.
    #[inline]
    pub fn inputs(&self, example: usize) -> &[f32] {
        &self.inputs[self.reals * example..][..self.reals]
    }

    /// What the network should answer.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// How much each example counts.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The mean number of inputs that are not zero, the constant one included.
    pub fn mean_active(&self) -> f32 {
        1.0 + self.reals as f32 + self.active.len() as f32 / self.len().max(1) as f32
    }
}

/// Data with everything a new unit can be connected to: the dense columns are the real inputs and the values of the units
/// so far, which never change again and are therefore computed once.
#[derive(Clone, Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) data: &'a Data,
    dense: Vec<f32>,
    count: usize,
    stride: usize,
}

/// Columns are made room for in steps of as many.
const STEP: usize = 16;

impl<'a> Columns<'a> {
    pub(crate) fn new(data: &'a Data) -> Columns<'a> {
        let mut columns = Columns { data, dense: Vec::new(), count: 0, stride: 0 };
        for column in 0..data.reals() {
            columns.push_column((0..data.len()).map(|example| data.inputs(example)[column]));
        }
        columns
    }

    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }

    /// The inputs of a unit: features, a constant one, dense columns.
    pub(crate) fn inputs(&self) -> usize {
        self.data.features() + 1 + self.count
    }

    #[inline]
    pub(crate) fn dense(&self, example: usize) -> &[f32] {
        &self.dense[self.stride * example..][..self.count]
    }

    pub(crate) fn push_column(&mut self, values: impl Iterator<Item = f32>) {
        if self.count == self.stride {
            let stride = self.stride + STEP;
            let mut dense = vec![0.0; stride * self.len()];
            if self.count > 0 {
                for (wide, narrow) in dense.chunks_exact_mut(stride).zip(self.dense.chunks_exact(self.stride))
                {
                    wide[..self.count].copy_from_slice(narrow);
                }
            }
            (self.dense, self.stride) = (dense, stride);
        }
        let column = self.count;
        for (row, value) in self.dense.chunks_exact_mut(self.stride).zip(values) {
            row[column] = value;
        }
        self.count += 1;
    }

    /// The net input of a unit with these weights.
    #[inline]
    pub(crate) fn net(&self, example: usize, weights: &[f32]) -> f32 {
        let (sparse, dense) = weights.split_at(self.data.features() + 1);
        let mut net = sparse[sparse.len() - 1];
        for &feature in self.data.active(example) {
            net += sparse[usize::from(feature)];
        }
        net + dot(dense, self.dense(example))
    }

    /// The values of a unit for all examples, if they hold those of the units before it.
    pub(crate) fn values<'b>(&'b self, unit: &'b Unit) -> impl Iterator<Item = f32> + 'b {
        (0..self.len())
            .map(|example| unit.activation.value(unit.steepness * self.net(example, &unit.weights)))
    }
}

/// The scalar product, summed in eight parts so that it is computed eight numbers at a time.
#[inline]
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (mut a, mut b) = (a.chunks_exact(8), b.chunks_exact(8));
    for (a, b) in a.by_ref().zip(b.by_ref()) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_place_when_room_is_made() {
        let mut data = Data::new(3, 1);
        for example in 0..5_u32 {
            data.push(&[example % 3], &[example as f32], 0.0, 1.0);
        }
        let mut columns = Columns::new(&data);
        for column in 1..40 {
            columns.push_column((0..5).map(|example| (100 * column + example) as f32));
        }
        assert_eq!(columns.inputs(), 3 + 1 + 40);
        for example in 0..5 {
            let expected: Vec<f32> = (0..40).map(|column| (100 * column + example) as f32).collect();
            assert_eq!(columns.dense(example), expected);
            let mut weights = vec![0.0; 44];
            (weights[example % 3], weights[3], weights[4 + 17]) = (0.5, 0.25, 2.0);
            assert_eq!(columns.net(example, &weights), 0.75 + 2.0 * (1700 + example) as f32);
        }
    }
}
