package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Series that tests of this package share. */
final class Simulation {

    static final Amount HALF = Amount.atMost(Currency.HALF_MU_SQUARED, new BigDecimal("0.5"));
    static final Amount EPSILON = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    static final Blt DAY = PrefixDesign.of(288).optimize();

    /** A variance so small that noise is nonzero only once in e^(10^6) draws. */
    static final Ratio NO_NOISE = new Ratio(BigInteger.ONE, BigInteger.ONE.shiftLeft(80));

    private Simulation() {}

    /** Returns the totals that are released for these increments. */
    static long[] totals(CorrelatedNoise noise, long[] increments, Randomness randomness) {
        PreparedSeries series = noise.prepare();
        long[] state = new long[noise.words()];
        long[] totals = new long[increments.length];
        for (int t = 0; t < totals.length; t++) {
            totals[t] = series.next(state, 0, increments[t], randomness);
        }
        return totals;
    }
}
