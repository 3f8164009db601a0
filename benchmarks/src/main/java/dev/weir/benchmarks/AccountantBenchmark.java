package dev.weir.benchmarks;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.Recipe;
import dev.weir.accountant.compose.ZcdpConversion;
import dev.weir.accountant.compose.calibrate.SubsampledGaussianNoise;
import dev.weir.accountant.compose.calibrate.Target;
import dev.weir.accountant.ledger.Charge;
import dev.weir.accountant.ledger.Filter;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the accountant's answers cost: the questions of the reference's own speed table, at delta 1e-6. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AccountantBenchmark {

    private static final double DELTA = 1e-6;

    private final long[] spent = new long[1];
    private final Filter filter = Filter.of(new Amount(Currency.RHO, Long.MAX_VALUE - 1));
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

    /** From rho to epsilon. */
    @Benchmark
    public double zcdpToEpsilon() {
        return ZcdpConversion.epsilon(0.01, DELTA);
    }

    /** One charge of a filter. */
    @Benchmark
    public boolean filterCharge() {
        return filter.charge(spent, 0, charge);
    }
}
