//! Work spread over threads, with results that do not depend on how many there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// The number of processors, which is the number of workers where nobody says otherwise.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The most threads that anything is spread over; more would only stand in each other's way.
pub const MOST_WORKERS: usize = 1024;

/// Calls `work` with every number below `count`, on up to `workers` threads at once, and returns the results in order.
/// Numbers are taken up in order, each by the first thread that is free. One worker is this thread: some systems have no
/// others, and none has as many as one likes.
pub fn spread<T: Send>(count: usize, workers: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if workers <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let finished: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let toil = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = work(number);
            finished.lock().expect("no thread panics while it holds the lock")[number] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers.min(MOST_WORKERS).min(count) {
            // Whoever cannot have more threads makes do with those there are.
            if Builder::new().spawn_scoped(scope, toil).is_err() {
                break;
            }
        }
        toil();
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
        for workers in [0, 1, 3, 200, usize::MAX] {
            assert_eq!(spread(100, workers, |number| number * number), squares);
        }
        assert!(spread(0, 2, |number| number).is_empty());
    }
}
