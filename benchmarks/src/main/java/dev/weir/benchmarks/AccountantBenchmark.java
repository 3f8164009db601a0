package dev.weir.benchmarks;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.account.PrivacyFilter;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.Recipe;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.calculator.calibrate.SubsampledGaussianNoise;
import dev.weir.calculator.calibrate.Target;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Times the accountant's answers and charges. The questions are those of the reference implementation's own speed table, at
 * delta 1e-6.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AccountantBenchmark extends SingleThread {

    private static final double DELTA = 1e-6;

    private static final long DAY = 86_400_000;

    private final long[] spent = new long[2];
    private final long[] before = {3, 1_500};
    private final long[] after = {4, 2_100};
    private final UnitGate linear = new UnitGate(Currency.EPSILON, 1_000);
    private final UnitGate narrow = new UnitGate(Currency.HALF_MU_SQUARED, 1_000);
    private final UnitGate wide = new UnitGate(Currency.HALF_MU_SQUARED, 1L << 30);
    private final UnitGate widest = new UnitGate(Currency.HALF_MU_SQUARED, 1L << 40);
    private final KeyAccount.Period today = new KeyAccount(
                    Amount.atMost(Currency.EPSILON, BigDecimal.ONE),
                    DAY,
                    Amount.atLeast(Currency.EPSILON, new BigDecimal("1e-9")))
            .period(DAY + 1);
    private final PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.RHO, Long.MAX_VALUE - 1));
    private final Charge charge = Charge.of(Amount.atLeast(Currency.RHO, new BigDecimal("1e-15")));

    /** A thousand Gaussian releases of sigma 100. */
    @Benchmark
    public double gaussianThousandfold() {
        return ComposedLoss.of(Recipe.parse("gaussian(sigma=100)*1000")).certifiedEpsilon(DELTA);
    }

    /** Ten Gaussian and ten Laplace releases, no two alike. */
    @Benchmark
    public double twentyDifferent() {
        StringBuilder recipe = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            recipe.append(i == 0 ? "" : "+")
                    .append("gaussian(sigma=")
                    .append(10 + i)
                    .append(")");
            recipe.append("+laplace(b=").append(10 + i).append(")");
        }
        return ComposedLoss.of(Recipe.parse(recipe.toString())).certifiedEpsilon(DELTA);
    }

    /** A hundred thousand subsampled Gaussian releases. */
    @Benchmark
    public double subsampledHundredThousandfold() {
        return ComposedLoss.of(Recipe.parse("subgauss(sigma=1,q=0.01)*100000")).certifiedEpsilon(DELTA);
    }

    /** The smallest noise for a thousand subsampled Gaussian releases at epsilon 1. */
    @Benchmark
    public double calibrateSubsampled() {
        return SubsampledGaussianNoise.multiplier(new Target(1, DELTA), 0.01, 1000);
    }

    /** Converts rho to epsilon. */
    @Benchmark
    public double zcdpToEpsilon() {
        return ZcdpConversion.epsilon(0.01, DELTA);
    }

    /** The unit account of a query with a count and a sum, charged as the gate charges it. */
    private static final class UnitGate {
        private final UnitAccount account;
        private final RecordCost cost;

        UnitGate(Currency currency, long clamp) {
            Norm norm = Norm.of(currency);
            QueryPrice price = new QueryPrice(
                    Amount.atMost(currency, BigDecimal.ONE),
                    1_000,
                    List.of(new QueryPrice.Term(norm.size(1), 1), new QueryPrice.Term(norm.size(clamp), 1)));
            account = price.account();
            cost = price.recordCost();
        }

        boolean charge(long[] spent, long[] before, long[] after) {
            spent[0] = 0;
            spent[1] = 0;
            cost.clear();
            for (int i = 0; i < before.length; i++) {
                cost.addScalar(i, before[i], after[i]);
            }
            return account.charge(spent, 0, cost.high(), cost.low());
        }
    }

    /** One record charged to a unit account of one word under Laplace noise. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean linearCharge() {
        return linear.charge(spent, before, after);
    }

    /** One record charged to a unit account of one word under Gaussian noise. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean narrowCharge() {
        return narrow.charge(spent, before, after);
    }

    /** One record charged to a unit account of two words, at prices of one word. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean wideCharge() {
        return wide.charge(spent, before, after);
    }

    /** One record charged to a unit account of two words, at prices of two words. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean widestCharge() {
        return widest.charge(spent, before, after);
    }

    /** One release charged to the account of its key. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean keyCharge() {
        spent[1] = 0;
        return today.charge(spent, 0);
    }

    /** One charge to a privacy filter. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public boolean filterCharge() {
        return filter.charge(spent, 0, charge);
    }
}
