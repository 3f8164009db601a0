package dev.weir.operators.gate;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.query.PricedQuery;
import java.math.BigInteger;
import java.util.List;

/** Computes the exact loss of totals under the noise that is drawn: |s| / b or s^2 / (2 sigma^2). */
final class Loss {

    private static final Ratio TWO = Ratio.of(2, 1);

    private Loss() {}

    static Fraction of(PricedQuery priced, long[] totals) {
        List<AdditiveNoise> mechanisms = priced.laws(1);
        Fraction loss = Fraction.ZERO;
        for (int i = 0; i < totals.length; i++) {
            loss = loss.plus(of(mechanisms.get(i), totals[i]));
        }
        return loss;
    }

    private static Fraction of(AdditiveNoise mechanism, long total) {
        BigInteger size = BigInteger.valueOf(total).abs();
        return mechanism instanceof DiscreteLaplace laplace
                ? Fraction.of(size).dividedBy(laplace.ratio())
                : Fraction.of(size.pow(2))
                        .dividedBy(((RoundedGaussian) mechanism).variance().times(TWO));
    }

    static Fraction share(PricedQuery priced) {
        return Fraction.of(BigInteger.valueOf(priced.price().share().femto()))
                .dividedBy(Ratio.of(1_000_000_000_000_000L, 1));
    }
}
