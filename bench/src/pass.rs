//! Times of passes: rounds in which all engines take turns, and statistics of the times.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The minimum length of a round. A shorter pass is repeated until the round is long enough, and the mean time counts.
const SHORTEST: Duration = Duration::from_millis(10);

/// The time in seconds after which [`shortest_in_turns`] does not repeat a run.
pub(crate) const LONG: f64 = 2.0;

/// The time of one pass. A short pass is repeated, and the result is the mean.
pub(crate) fn timed(mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut passes = 0;
    loop {
        pass();
        passes += 1;
        let elapsed = start.elapsed();
        if elapsed >= SHORTEST {
            return elapsed / passes;
        }
    }
}

/// Uses a value, so that the compiler does not remove the work for it.
pub(crate) fn consume<T>(value: T) {
    black_box(value);
}

/// The shortest of some runs, which return their seconds. If the first run takes more than a second, it is the only
/// one.
pub(crate) fn shortest<T>(
    rounds: usize,
    mut run: impl FnMut() -> Result<(T, f64), String>,
) -> Result<(T, f64), String> {
    let mut best = run()?;
    for _ in 1..rounds {
        if best.1 > 1.0 {
            break;
        }
        let next = run()?;
        if next.1 < best.1 {
            best = next;
        }
    }
    Ok(best)
}

/// The shortest result of each contestant. They take turns, in reverse order every second round. A run that takes
/// longer than two seconds is not repeated.
pub(crate) fn shortest_in_turns<T>(
    rounds: usize,
    contestants: usize,
    seconds: impl Fn(&T) -> f64,
    mut ask: impl FnMut(usize, &[Option<T>]) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut best: Vec<Option<T>> = (0..contestants).map(|_| None).collect();
    for round in 0..rounds {
        for turn in 0..contestants {
            let place = if round % 2 == 1 { contestants - 1 - turn } else { turn };
            if best[place].as_ref().is_some_and(|known| seconds(known) > LONG) {
                continue;
            }
            let next = ask(place, &best)?;
            if best[place].as_ref().is_none_or(|known| seconds(&next) < seconds(known)) {
                best[place] = Some(next);
            }
        }
    }
    Ok(best.into_iter().flatten().collect())
}

/// The results of each contestant, one per round. Each round starts with a different contestant.
pub(crate) fn turns<T>(
    what: &str,
    rounds: usize,
    contestants: usize,
    mut pass: impl FnMut(usize) -> Result<T, String>,
) -> Result<Vec<Vec<T>>, String> {
    let mut results: Vec<Vec<T>> = (0..contestants).map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..rounds {
        eprintln!("{what}: round {} of {rounds}", round + 1);
        for turn in 0..contestants {
            let place = (turn + round) % contestants;
            results[place].push(pass(place)?);
        }
    }
    Ok(results)
}

/// The minimum of some times; zero if there are none.
pub(crate) fn least(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// A time in milliseconds.
pub(crate) fn milli(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A quantile of some numbers, interpolated between the two nearest: 0.5 is the median. Sorts the numbers.
pub(crate) fn quantile(numbers: &mut [f64], share: f64) -> f64 {
    if numbers.is_empty() {
        return f64::NAN;
    }
    numbers.sort_unstable_by(f64::total_cmp);
    let place = share * (numbers.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    numbers[below] + (numbers[above] - numbers[below]) * (place - place.floor())
}

/// The median of some numbers.
pub(crate) fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    quantile(&mut numbers.into_iter().collect::<Vec<f64>>(), 0.5)
}

/// The geometric mean of the quotients of some pairs.
pub(crate) fn mean_ratio(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let logarithms: Vec<f64> = pairs.map(|(one, other)| (one / other).ln()).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::{quantile, turns};

    fn equal(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn quantiles_lie_between_their_neighbors() {
        assert!(equal(quantile(&mut [3.0, 1.0, 2.0], 0.5), 2.0));
        assert!(equal(quantile(&mut [4.0, 1.0, 2.0, 3.0], 0.5), 2.5));
        assert!(equal(quantile(&mut [10.0, 0.0], 0.25), 2.5));
        assert!(equal(quantile(&mut [7.0], 0.9), 7.0));
        assert!(quantile(&mut [], 0.5).is_nan());
    }

    #[test]
    fn each_round_starts_with_another() {
        let mut order = Vec::new();
        let results = turns("test", 2, 3, |place| {
            order.push(place);
            Ok(place)
        });
        assert_eq!(results, Ok(vec![vec![0, 0], vec![1, 1], vec![2, 2]]));
        assert_eq!(order, [0, 1, 2, 1, 2, 0]);
    }
}
