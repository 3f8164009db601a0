package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.GoodnessOfFit;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Released minus exact, over 40 000 cells a law, against the law that the share buys, worked out by hand: scale 6 for
 * epsilon 1 and 6 contributions of a count, sigma 6^(1/2) for rho 1/2. Mean and variance must lie within 6 standard
 * errors, the normal tail beyond which, 2e-9, is at most 4 times too small for squares of Laplace noise (Cram&eacute;r), and single
 * values must have a p-value above 1e-7 ({@link GoodnessOfFit}): right samplers of the four laws fail a run with probability
 * below 1e-6. The seeds are fixed.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DrawLawTest {

    private static final int CELLS = 40_000;

    /** A bound beyond which no tested distribution has a weight that a double could represent. */
    private static final int LARGEST = 2000;

    private static final Queries COUNT = Queries.hourly("q").count().contributions(6);
    private static final NormalDistribution NORMAL = new NormalDistribution(0, Math.sqrt(6));

    private static double laplace(double z) {
        return laplaceOf(6).applyAsDouble(z);
    }

    private static DoubleUnaryOperator laplaceOf(double scale) {
        return z -> Math.exp(-Math.abs(z) / scale) * Math.tanh(1 / (2 * scale));
    }

    private static double gaussian(double z) {
        return NORMAL.probability(z - 0.5, z + 0.5);
    }

    @Test
    void a_pure_budget_releases_discrete_laplace_noise_of_the_declared_scale() {
        assertThat(complaints(Plans.daily(COUNT), DrawLawTest::laplace)).isEmpty();
    }

    @Test
    void a_concentrated_budget_releases_rounded_gaussian_noise_of_the_declared_variance() {
        assertThat(complaints(concentrated(COUNT), DrawLawTest::gaussian)).isEmpty();
    }

    /** Each aggregate has half of epsilon 1 for six records: scale 12 for a record that adds 1, and 36 for one that adds 3. */
    @Test
    void a_sum_beside_a_count_has_noise_of_its_own_scale() {
        Plan plan = Plans.daily(COUNT.sum(-3, 3));
        assertThat(complaints(noise(plan, 0), laplaceOf(12))).isEmpty();
        assertThat(complaints(noise(plan, 1), laplaceOf(36))).isEmpty();
        assertThat(complaints(noise(plan, 1), laplaceOf(12))).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void noise_of_twice_the_scale_is_caught() {
        assertThat(complaints(Plans.daily(COUNT.contributions(12)), DrawLawTest::laplace))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(complaints(concentrated(COUNT.contributions(24)), DrawLawTest::gaussian))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void noise_of_the_other_law_and_the_same_variance_is_caught() {
        assertThat(complaints(Plans.daily(COUNT), DrawLawTest::gaussian)).isNotEmpty();
    }

    @Test
    void the_announced_deviation_is_that_of_the_law() {
        double deviation = Plans.daily(COUNT).queries().get(0).laws(1).get(0).stddev();
        assertThat(deviation).isCloseTo(Math.sqrt(moment(DrawLawTest::laplace, 2)), within(1e-9));
        double other = concentrated(COUNT).queries().get(0).laws(1).get(0).stddev();
        assertThat(other).isCloseTo(Math.sqrt(moment(DrawLawTest::gaussian, 2)), within(1e-9));
    }

    private static Plan concentrated(Queries query) {
        return Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, query);
    }

    private static List<String> complaints(Plan plan, DoubleUnaryOperator law) {
        return complaints(noise(plan, 0), law);
    }

    private static List<String> complaints(long[] noise, DoubleUnaryOperator law) {
        List<String> complaints = new ArrayList<>();
        double mean = 0;
        double square = 0;
        for (long z : noise) {
            mean += (double) z / CELLS;
            square += (double) z * z / CELLS;
        }
        double variance = moment(law, 2);
        check("mean", mean / Math.sqrt(variance / CELLS), complaints);
        check("variance", (square - variance) / Math.sqrt((moment(law, 4) - variance * variance) / CELLS), complaints);
        double p = pValue(noise, law);
        if (p < 1e-7) {
            complaints.add("p of the values = " + p);
        }
        return complaints;
    }

    /** Returns the noise of cells with different exact totals, closed by the operator's own code. */
    private static long[] noise(Plan plan, int aggregate) {
        StepRelease release = new StepRelease(0, plan.queries().get(0), new SplittableRandom(2)::nextLong, true);
        Releaser releaser = new Releaser(
                release, new DeclaredEntries(plan.queries().get(0).query().keys(), new int[] {0, 1}, new int[] {0, 1}));
        long[] noise = new long[CELLS];
        for (int i = 0; i < CELLS; i += 2) {
            List<Outcome> outcomes = new ArrayList<>();
            releaser.add(new PartialSum(0, 0, 0, 1 + i, new long[] {i, -i}));
            releaser.add(new PartialSum(0, 0, 1, 1 + i, new long[] {i + 1, 7}));
            releaser.close(1 + i, outcomes);
            noise[i] = outcomes.get(1).values()[aggregate] - outcomes.get(0).values()[aggregate];
            noise[i + 1] = outcomes.get(3).values()[aggregate] - outcomes.get(2).values()[aggregate];
        }
        return noise;
    }

    private static void check(String what, double z, List<String> complaints) {
        if (!(Math.abs(z) < 6)) {
            complaints.add(what + " z = " + z);
        }
    }

    private static double moment(DoubleUnaryOperator law, int order) {
        double sum = 0;
        for (int z = -LARGEST; z <= LARGEST; z++) {
            sum += Math.pow(z, order) * law.applyAsDouble(z);
        }
        return sum;
    }

    /** Returns a chi-square p-value, with one cell for each value that expects at least 20 draws, and one for all others. */
    private static double pValue(long[] noise, DoubleUnaryOperator law) {
        int reach = 0;
        while (CELLS * law.applyAsDouble(reach + 1) >= 20) {
            reach++;
        }
        long[] counts = new long[2 * reach + 2];
        for (long z : noise) {
            counts[Math.abs(z) <= reach ? (int) z + reach : 2 * reach + 1]++;
        }
        double[] cells = new double[counts.length];
        cells[2 * reach + 1] = 1;
        for (int i = 0; i <= 2 * reach; i++) {
            cells[i] = law.applyAsDouble((double) i - reach);
            cells[2 * reach + 1] -= cells[i];
        }
        return GoodnessOfFit.pValue(cells, counts);
    }
}
