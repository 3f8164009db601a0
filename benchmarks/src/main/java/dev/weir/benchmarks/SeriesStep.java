package dev.weir.benchmarks;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.List;

/** The noise states of many keys' series in one array, as in a release operator, without any other part of the operator. */
final class SeriesStep {

    private final PreparedSeries series;
    private final CorrelatedNoise noise;
    private final long[] state;
    private final Randomness randomness = KeyStream.fresh();

    private SeriesStep(CorrelatedNoise noise, int keys) {
        this.noise = noise;
        this.series = noise.prepare();
        this.state = new long[Math.multiplyExact(keys, noise.words())];
    }

    /**
     * Creates series of counts under Gaussian noise at mu = 1, optimized for a horizon.
     *
     * @param keys the number of keys
     * @param horizon the number of steps
     */
    static SeriesStep of(int keys, long horizon) {
        Amount share = Amount.atMost(Currency.HALF_MU_SQUARED, new BigDecimal("0.5"));
        SeriesPrice price = new SeriesPrice(share, 1, new Participation(1, 1, 0), SeriesPrice.LAST_STEP);
        List<SeriesPrice.Term> count = List.of(new SeriesPrice.Term(1, 1));
        return of(price.of(PrefixDesign.of(horizon).optimize(), count).noise(0), keys);
    }

    /** Creates series of any noise. */
    static SeriesStep of(CorrelatedNoise noise, int keys) {
        return new SeriesStep(noise, keys);
    }

    /** Takes one step of every key. */
    long all() {
        long sum = 0;
        int words = noise.words();
        for (int at = 0; at < state.length; at += words) {
            sum += series.next(state, at, at & 1, randomness);
        }
        return sum;
    }

    /**
     * Returns the processor time of this thread for one step of one key, in nanoseconds. The same number of steps is taken
     * before, to warm up.
     */
    double nanos(int steps) {
        long unused = 0;
        long start = 0;
        for (int t = -steps; t < steps; t++) {
            start = t == 0 ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : start;
            unused += all();
        }
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        if (unused == Long.MIN_VALUE) {
            throw new IllegalStateException("totals must not add up to that");
        }
        int keys = state.length / noise.words();
        return (double) nanos / steps / keys;
    }
}
