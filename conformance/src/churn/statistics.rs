//! Means over documents and their bootstrapped intervals (PLAN-20, PLAN-21).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How intervals are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bootstrap {
    /// The seed of the generator.
    pub seed: u64,
    /// How often the documents are drawn anew, at least 1.
    pub resamples: usize,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { seed: 1, resamples: 10_000 }
    }
}

/// A mean over documents with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Bootstrap {
    /// The estimate of each series. All series have one value for each document, in the same order, and each resample
    /// draws the same documents for all of them (PLAN-21). `None` if there is no document.
    #[must_use]
    pub fn estimates(&self, series: &[Vec<f64>]) -> Option<Vec<Estimate>> {
        let documents = series.first().map_or(0, Vec::len);
        if documents == 0 {
            return None;
        }
        let mut generator = SplitMix64(self.seed);
        let mut means = vec![Vec::with_capacity(self.resamples); series.len()];
        let mut drawn = vec![0; documents];
        for _ in 0..self.resamples.max(1) {
            drawn.fill_with(|| generator.below(documents));
            for (values, means) in series.iter().zip(&mut means) {
                means.push(drawn.iter().map(|&document| values[document]).sum::<f64>() / documents as f64);
            }
        }
        Some(series.iter().zip(means).map(|(values, means)| estimate(values, means)).collect())
    }
}

fn estimate(values: &[f64], mut means: Vec<f64>) -> Estimate {
    means.sort_by(f64::total_cmp);
    let beyond = means.len() / 40;
    Estimate {
        mean: values.iter().sum::<f64>() / values.len() as f64,
        low: means[beyond],
        high: means[means.len() - 1 - beyond],
    }
}

/// The generator of PLAN-21.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count - 1`.
    fn below(&mut self, count: usize) -> usize {
        // The high half of a 128-bit product is below `count`.
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PLAN-21: the generator is the published one.
    #[test]
    fn the_generator_is_splitmix64() {
        let mut generator = SplitMix64(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    /// PLAN-20, PLAN-21.
    #[test]
    fn an_interval_surrounds_the_mean_and_a_constant_has_none() {
        let values: Vec<f64> = (0..40).map(|value| f64::from(value) / 40.0).collect();
        let bootstrap = Bootstrap::default();
        let estimates = bootstrap.estimates(&[values.clone(), vec![0.25; 40]]).unwrap_or_default();
        assert_eq!(estimates.len(), 2);
        let spread = estimates[0];
        assert!((spread.mean - 0.4875).abs() < 1e-12, "{spread:?}");
        // The standard error of such a mean is 0.0456.
        assert!((spread.mean - spread.low - 1.96 * 0.0456).abs() < 0.01, "{spread:?}");
        assert!((spread.high - spread.mean - 1.96 * 0.0456).abs() < 0.01, "{spread:?}");
        assert_eq!(estimates[1], Estimate { mean: 0.25, low: 0.25, high: 0.25 });
        assert_eq!(bootstrap.estimates(&[values.clone(), vec![0.25; 40]]), Some(estimates));
        let other = Bootstrap { seed: 2, ..bootstrap }.estimates(&[values]).unwrap_or_default();
        assert_ne!(other[0].low, spread.low);
    }

    #[test]
    fn without_documents_there_is_no_estimate() {
        assert_eq!(Bootstrap::default().estimates(&[Vec::new()]), None);
        assert_eq!(Bootstrap::default().estimates(&[]), None);
    }
}
