"""Bootstrap intervals: against loops over explicit resamples, and do they hold the truth as often as they say?"""

import numpy as np
import pytest
from scipy.stats import bootstrap, spearmanr

from engine.errors import BadInput
from engine.metrics import significance
from engine.metrics.significance import (
    mean_interval,
    paired_bootstrap,
    paired_spearman,
    resampled,
    spearman_interval,
)


def explicit(size, draws, seed):
    """The same resamples as lists of places."""
    for counts in resampled(size, draws, seed):
        for line in counts:
            yield np.repeat(np.arange(size), line.astype(int))


def test_resamples_are_of_the_datas_size_and_every_place_is_as_likely():
    counts = np.concatenate(list(resampled(7, 5000, 1)))
    assert counts.shape == (5000, 7)
    assert (counts.sum(axis=1) == 7).all()
    assert np.allclose(counts.mean(axis=0), 1, atol=0.06)


def test_blocks_do_not_run_out(monkeypatch):
    monkeypatch.setattr(significance, "BLOCK", 100)
    assert sum(len(counts) for counts in resampled(30, 1001, 0)) == 1001


def test_mean_interval_in_loops():
    values = np.array([0, 1, 0.5, np.nan, 0.25, 1])
    known = values[~np.isnan(values)]
    drawn = [known[places].mean() for places in explicit(5, 2000, 3)]
    found = mean_interval(values, 2000, 3)
    assert found == pytest.approx(
        {"value": known.mean(), "low": np.quantile(drawn, 0.025), "high": np.quantile(drawn, 0.975)}
    )


def test_mean_interval_as_scipys():
    values = np.random.default_rng(2).random(200)
    theirs = bootstrap((values,), np.mean, n_resamples=10_000, method="percentile", rng=0).confidence_interval
    ours = mean_interval(values)  # the same generator draws the same places
    assert (ours["low"], ours["high"]) == pytest.approx((theirs.low, theirs.high))


def test_spearman_in_loops_with_ties():
    rng = np.random.default_rng(4)
    a, b, judged = rng.integers(0, 9, (3, 40)).astype(float)
    pairs = [(spearmanr(a[p], judged[p]).statistic, spearmanr(b[p], judged[p]).statistic) for p in explicit(40, 200, 6)]
    first, second = np.array(pairs).T
    found = spearman_interval(a, judged, 200, 6)
    expected = {"value": spearmanr(a, judged).statistic, "low": np.quantile(first, 0.025)}
    assert found == pytest.approx({**expected, "high": np.quantile(first, 0.975)})
    paired = paired_spearman(a, b, judged, 200, 6)
    difference = first - second
    assert paired["difference"] == pytest.approx(expected["value"] - spearmanr(b, judged).statistic)
    assert (paired["low"], paired["high"]) == pytest.approx(tuple(np.quantile(difference, [0.025, 0.975])))
    assert paired["p"] == pytest.approx(2 * (min((difference <= 0).sum(), (difference >= 0).sum()) + 1) / 201)


def test_pairs_matter_and_order_only_turns_the_sign():
    rng = np.random.default_rng(7)
    hard = rng.random(300)
    a, b = hard + 0.02 + 0.01 * rng.normal(size=300), hard
    found, turned = paired_bootstrap(a, b), paired_bootstrap(b, a)
    assert found["low"] > 0.015 and found["p"] < 0.001  # though the means' own intervals overlap widely
    assert mean_interval(a)["low"] < mean_interval(b)["high"]
    assert turned["difference"] == -found["difference"]
    assert (turned["low"], turned["high"]) == pytest.approx((-found["high"], -found["low"]))


def test_the_same_encoder_twice_and_the_same_seed_twice():
    values = np.random.default_rng(8).random(50)
    assert paired_bootstrap(values, values) == {"difference": 0, "low": 0, "high": 0, "p": 1}
    assert paired_spearman(values, values, values[::-1])["p"] == 1
    other = values[::-1]
    assert paired_bootstrap(values, other, seed=3) == paired_bootstrap(values, other, seed=3)
    assert paired_bootstrap(values, other, seed=3) != paired_bootstrap(values, other, seed=4)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_below_five_queries_nothing_is_certain(size: int):
    """One query used to have an interval of no width and p 0.0002."""
    values, other = np.arange(size) + 0.75, np.zeros(size)
    assert mean_interval(values) == {"value": values.mean(), "low": None, "high": None}
    assert paired_bootstrap(values, other) == {"difference": values.mean(), "low": None, "high": None, "p": None}
    judged = spearman_interval(values, values)
    assert judged == {"value": None if size == 1 else pytest.approx(1), "low": None, "high": None}
    assert paired_spearman(values, -values, values)["p"] is None
    assert None not in mean_interval(np.arange(5)).values()
    assert None not in paired_bootstrap(np.arange(5), np.zeros(5)).values()


def test_nothing_to_draw_from():
    none = np.array([np.nan])
    assert mean_interval(none) == {"value": None, "low": None, "high": None}
    assert paired_bootstrap(none, np.array([1.0]))["p"] is None
    assert spearman_interval(np.zeros(1), np.zeros(1)) == {"value": None, "low": None, "high": None}
    assert spearman_interval(np.zeros(5), np.arange(5)) == {"value": None, "low": None, "high": None}
    assert paired_spearman(np.zeros(5), np.arange(5), np.arange(5))["difference"] is None


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(9)
    held = {"mean": 0, "paired": 0, "spearman": 0}
    rho = 6 / np.pi * np.arcsin(0.6 / 2)  # Spearman's of normal pairs that correlate 0.6
    for trial in range(200):
        a = rng.normal(1.0, 1, 80)
        b = a + rng.normal(-0.3, 0.5, 80)
        mean, paired = mean_interval(a, 400, trial), paired_bootstrap(a, b, 400, trial)
        x = rng.normal(size=80)
        ranked = spearman_interval(x, 0.6 * x + 0.8 * rng.normal(size=80), 400, trial)
        held["mean"] += mean["low"] <= 1 <= mean["high"]
        held["paired"] += paired["low"] <= 0.3 <= paired["high"]
        held["spearman"] += ranked["low"] <= rho <= ranked["high"]
    assert all(0.88 <= count / 200 <= 0.99 for count in held.values()), held


def test_p_is_small_one_time_in_twenty_when_there_is_no_difference():
    rng = np.random.default_rng(10)
    found = [paired_bootstrap(rng.normal(size=60), rng.normal(size=60), 400, trial)["p"] for trial in range(300)]
    assert 0.015 <= np.mean(np.array(found) < 0.05) <= 0.1


def test_several_runs_count_as_the_mean_of_their_correlations():
    rng = np.random.default_rng(4)
    judged, base = rng.normal(size=60), rng.normal(size=60)
    runs = judged + rng.normal(scale=2, size=(3, 60))
    each = [paired_spearman(run, base, judged, 400) for run in runs]
    found, around = paired_spearman(runs, base, judged, 400), spearman_interval(runs, judged, 400)
    assert found["difference"] == pytest.approx(np.mean([one["difference"] for one in each]))
    assert around["value"] == pytest.approx(np.mean([spearman_interval(run, judged, 400)["value"] for run in runs]))
    assert around["low"] < around["value"] < around["high"]
    ensemble = spearman_interval(runs.mean(axis=0), judged, 400)["value"]
    assert ensemble > around["value"]  # the mean of the runs' numbers is another, better encoder
    assert paired_spearman(np.ones((2, 60)), base, judged, 400)["difference"] is None


def test_no_draws_are_refused():
    with pytest.raises(BadInput, match="Asked for 0 draws"):
        mean_interval(np.ones(9), draws=0)
    with pytest.raises(BadInput, match="Asked for -5 draws"):
        mean_interval(np.ones(3), draws=-5)
