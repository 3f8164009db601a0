package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.Gram;
import dev.weir.accountant.continual.blt.PrefixDesign;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Compares the rounding of bounds with decimals of 60 digits. The parameters of a factorisation are doubles, hence exact
 * decimals, and the columns of C are summed step by step. A variant without {@link SensitivityBound#UP} shows that bounds
 * would otherwise be below the truth.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SensitivityBoundTest {

    private static final MathContext DIGITS = new MathContext(60);
    private static final int STEPS = 300;
    private static final double PER_KEY = 0.37;

    private static final List<Blt> DESIGNS = List.of(
            PrefixDesign.of(STEPS).optimize(),
            PrefixDesign.of(4096).optimize(),
            AnytimeDesign.STANDARD.optimize(2),
            AnytimeDesign.STANDARD.optimize(4));

    /** Returns c<sub>0</sub>, c<sub>1</sub>, ...: 1, and &sum; omega<sub>i</sub> theta<sub>i</sub><sup>j-1</sup>. */
    private static BigDecimal[] column(Blt blt) {
        BigDecimal[] column = new BigDecimal[STEPS];
        Arrays.fill(column, BigDecimal.ZERO);
        column[0] = BigDecimal.ONE;
        for (int i = 0; i < blt.buffers(); i++) {
            BigDecimal theta = BigDecimal.ONE.subtract(new BigDecimal(blt.eta()[i]));
            BigDecimal power = new BigDecimal(blt.omega()[i]);
            for (int j = 1; j < STEPS; j++) {
                column[j] = column[j].add(power, DIGITS);
                power = power.multiply(theta, DIGITS);
            }
        }
        return column;
    }

    private static BigDecimal product(BigDecimal[] column, int lag) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int t = 0; t + lag < STEPS; t++) {
            sum = sum.add(column[t].multiply(column[t + lag], DIGITS), DIGITS);
        }
        return sum;
    }

    private static boolean isBelow(double bound, BigDecimal exact) {
        return new BigDecimal(bound).compareTo(exact) < 0;
    }

    @Test
    void inner_products_of_columns_are_never_below_the_exact_ones_and_would_be_without_rounding_up() {
        int wouldBe = 0;
        for (Blt blt : DESIGNS) {
            SensitivityBound bound = new SensitivityBound(blt, PER_KEY, STEPS);
            Gram gram = new Gram(blt, STEPS);
            BigDecimal[] column = column(blt);
            for (int lag = 0; lag < STEPS; lag++) {
                BigDecimal exact = product(column, lag);
                assertThat(new BigDecimal(bound.product(lag))).isGreaterThanOrEqualTo(exact);
                wouldBe += isBelow(gram.at(lag), exact) ? 1 : 0;
            }
        }
        assertThat(wouldBe).isGreaterThan(DESIGNS.size() * STEPS / 10);
    }

    /**
     * Returns the squared sensitivity to contributions of the largest size at steps 1, 1 + b, ... of every key: ||C u|| of
     * their sum, plus r for each key.
     */
    private static BigDecimal squared(BigDecimal[] column, Participation bounds, long size) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int t = 0; t < STEPS; t++) {
            BigDecimal moved = BigDecimal.ZERO;
            for (int j = 0; j < bounds.times() && j * bounds.separation() <= t; j++) {
                moved = moved.add(column[t - j * (int) bounds.separation()], DIGITS);
            }
            sum = sum.add(moved.multiply(moved, DIGITS), DIGITS);
        }
        BigDecimal length = sum.sqrt(DIGITS).multiply(BigDecimal.valueOf(size)).add(new BigDecimal(PER_KEY));
        return length.multiply(length, DIGITS).multiply(BigDecimal.valueOf(bounds.keys()), DIGITS);
    }

    /**
     * The bound for one key and one contribution is exact except for rounding. For several contributions the inner products
     * include steps beyond the end.
     */
    @Test
    void squared_sensitivities_are_never_below_the_exact_ones_and_would_be_without_rounding_up() {
        int wouldBe = 0;
        for (Blt blt : DESIGNS) {
            SensitivityBound bound = new SensitivityBound(blt, PER_KEY, STEPS);
            BigDecimal[] column = column(blt);
            for (long size : new long[] {1, 7, 999, 1L << 40}) {
                for (Participation bounds : List.of(
                        new Participation(1, 1, 0),
                        new Participation(3, 1, 0),
                        new Participation(1000, 1, 1),
                        new Participation(1, 5, 24),
                        new Participation(2, 12, 0))) {
                    BigDecimal exact = squared(column, bounds, size);
                    double squared = bound.squared(bounds, size);
                    assertThat(new BigDecimal(squared)).as("%s", bounds).isGreaterThanOrEqualTo(exact);
                    double up = SensitivityBound.UP;
                    wouldBe += isBelow(squared / up / up / up, exact) ? 1 : 0;
                }
            }
        }
        assertThat(wouldBe).isPositive();
    }
}
