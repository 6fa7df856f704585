//! Work spread over threads, with results that do not depend on how many there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of processors, which is the number of workers where nobody says otherwise.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` with every number below `count`, on up to `workers` threads at once, and returns the results in order.
/// Numbers are taken up in order, each by the first thread that is free. One worker is this thread: some systems have no
/// others.
pub fn spread<T: Send>(count: usize, workers: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if workers <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let finished: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..workers.min(count.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(number);
                    finished.lock().expect("no thread panics while it holds the lock")[number] = Some(result);
                }
            });
        }
    });
    let finished = finished.into_inner().expect("all threads have ended");
    finished.into_iter().map(|result| result.expect("every number was taken up")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whatever_the_number_of_workers() {
        let squares: Vec<usize> = (0..100).map(|number| number * number).collect();
        for workers in [0, 1, 3, 200] {
            assert_eq!(spread(100, workers, |number| number * number), squares);
        }
        assert!(spread(0, 2, |number| number).is_empty());
    }
}
