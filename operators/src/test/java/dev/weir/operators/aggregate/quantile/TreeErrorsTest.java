package dev.weir.operators.aggregate.quantile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.testing.SelectionData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares rank errors of quantiles from noisy trees with the reference's simulations on the same data. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("statistical")
@Tag("thorough")
class TreeErrorsTest {

    private static final int DRAWS = 1_000;
    private static final int LEAVES = 1024;

    /** Reference numbers are printed to a millionth. */
    private static final double ROUNDING = 5e-7;

    private static List<BigDecimal> asked(String quantiles) {
        Stream<String> numbers =
                switch (quantiles) {
                    case "median" -> Stream.of("0.5");
                    case "three" -> Stream.of("0.5", "0.9", "0.99");
                    default -> IntStream.range(1, 10).mapToObj(i -> "0." + i);
                };
        return numbers.map(BigDecimal::new).toList();
    }

    private static Quantiles tree(List<BigDecimal> at, Norm norm) {
        ValueGrid grid = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(LEAVES - 1), BigDecimal.ONE);
        return Quantiles.of(BigDecimal.ONE, grid, List.of(OrderStatistic.quantiles("q", at)))
                .preparedFor(norm);
    }

    /** Returns the noise for epsilon 1 per record, or for the mu of (1, 1e-6). */
    private static AdditiveNoise noise(Quantiles tree, Norm norm) {
        Ratio size = new Ratio(tree.fullSize(norm), BigInteger.ONE);
        if (norm == Norm.L1) {
            return new DiscreteLaplace(size);
        }
        Delta delta = Delta.atMost(new BigDecimal("1e-6"));
        Ratio price = Ratio.of(
                QueryPrice.afford(new Budget.Approximate(BigDecimal.ONE, delta)).value());
        return new RoundedGaussian(size.times(Ratio.of(1, 2)).dividedBy(price));
    }

    /**
     * The mean of 1000 draws must be within 10 % and three half widths of the reference's 95 % intervals, which are from at
     * least 200 draws.
     */
    @Test
    void errors_of_ranks_are_those_of_the_reference() {
        trees().forEach(row -> {
            List<BigDecimal> at = asked(row.text("quantiles"));
            Norm norm = row.text("method").startsWith("eps") ? Norm.L1 : Norm.SQUARED_L2;
            Quantiles tree = tree(at, norm);
            double error = meanError(tree, norm, SelectionData.leaves(row), released -> released);
            assertThat(error).as("%s", row).isCloseTo(row.number("mean_rank_error"), within(tolerance(row)));
        });
    }

    private static Stream<SelectionData.Row> trees() {
        return SelectionData.rows("quantile_errors.csv")
                .filter(row -> row.text("method").endsWith("tree"));
    }

    private static double tolerance(SelectionData.Row row) {
        return 3 * (row.number("ci95_halfwidth") + ROUNDING) + 0.1 * row.number("mean_rank_error") + ROUNDING;
    }

    /** Computes the numbers of an estimate from noisy nodes. */
    interface Solver {
        long[] nodes(long[] released);
    }

    private static double meanError(Quantiles tree, Norm norm, long[] counts, Solver solver) {
        AdditiveNoise noise = noise(tree, norm);
        PreparedMechanism draws = tree.prepare(noise);
        double[] stddevs = new double[tree.measured()];
        Arrays.fill(stddevs, noise.stddev());
        Randomness randomness = new SplittableRandom(71)::nextLong;
        long[] released = new long[tree.measured()];
        double error = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            draws.release(counts, 0, released, 0, randomness);
            Estimate estimate =
                    tree.estimate(solver.nodes(released), stddevs, 0, noise).get(0);
            error += values(estimate).stream()
                    .mapToDouble(rankError(counts))
                    .average()
                    .orElseThrow();
        }
        return error / DRAWS;
    }

    private record Quantile(double q, int leaf) {}

    private static List<Quantile> values(Estimate estimate) {
        List<?> found = (List<?>) Objects.requireNonNull(estimate.fields().get("quantiles"));
        return found.stream()
                .map(each -> (Map<?, ?>) each)
                .map(each -> new Quantile(number(each, "q"), (int) number(each, "value")))
                .toList();
    }

    /**
     * Returns a number among the fields; 0, which is the first value, if it is missing, as for fewer than one estimated
     * record.
     */
    private static double number(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof BigDecimal number ? number.doubleValue() : 0;
    }

    /** Returns the distance of a leaf's ranks from the quantile's rank, as a fraction of all records. */
    private static ToDoubleFunction<Quantile> rankError(long[] counts) {
        double records = Arrays.stream(counts).sum();
        return quantile -> {
            long upTo = Arrays.stream(counts, 0, quantile.leaf + 1).sum();
            double rank = quantile.q * records;
            return Math.max(0, Math.max(upTo - counts[quantile.leaf] - rank, rank - upTo)) / records;
        };
    }

    /**
     * For nine deciles of 1000 records, correct weights are within the reference's tolerance, and each wrong weighting is
     * outside of it, as is an estimate from the leaves only.
     */
    @ParameterizedTest
    @EnumSource(ChildWeights.class)
    void trees_that_weigh_their_children_wrongly_are_found_out(ChildWeights weights) {
        SelectionData.Row row = trees().filter(each -> each.cells()
                        .entrySet()
                        .containsAll(Map.of("data", "uniform", "n", "1000", "quantiles", "nine", "method", "eps tree")
                                .entrySet()))
                .findFirst()
                .orElseThrow();
        Quantiles tree = tree(asked("nine"), Norm.L1);
        CountTree shape = CountTree.of(Norm.L1, LEAVES);
        double error = meanError(tree, Norm.L1, SelectionData.leaves(row), weights.solver(shape));
        assertThat(Math.abs(error - row.number("mean_rank_error")) <= tolerance(row))
                .as("%s", error)
                .isEqualTo(weights == ChildWeights.RIGHT);
    }

    /** Tests every row with more than one level: the estimates of leaves show the same. */
    @ParameterizedTest
    @EnumSource(ChildWeights.class)
    void wrong_weights_of_children_give_other_leaves_than_the_reference(ChildWeights weights) {
        List<SelectionData.Row> rows = SelectionData.golden("tree_vectors.csv")
                .filter(row -> row.number("levels") > 1)
                .toList();
        assertThat(rows).hasSize(21);
        rows.forEach(row -> {
            CountTree shape =
                    new CountTree((int) row.number("k"), (int) row.number("levels"), (int) row.number("roots"));
            long[] nodes = SelectionData.longs(row.text("noisy_nodes_by_level").replaceAll("[ |]+", " "));
            double[] expected = Arrays.stream(row.text("leaf_estimates").split(" ", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            double[] leaves = weights.leaves(shape, nodes);
            double off = IntStream.range(0, leaves.length)
                    .mapToDouble(i -> Math.abs(leaves[i] - expected[i]))
                    .max()
                    .orElseThrow();
            assertThat(off < 1e-9).as("%s is off by %s", row, off).isEqualTo(weights == ChildWeights.RIGHT);
        });
    }
}
