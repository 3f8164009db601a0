package dev.weir.testing.statistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.PoissonDistribution;

/**
 * A test of whether worlds repeat each other: noise that several keys of a job share shows as worlds that agree in all numbers of a
 * key, however far apart their own numbers are.
 *
 * <p>Within an arm, let q be the product over the rows of a key of the probability that two worlds agree in the row's number,
 * estimated from how often they do. If worlds and rows are independent, the number of pairs that agree in all rows has the mean q n
 * (n - 1) / 2, and is close to a Poisson number. The limit is that of a mean a hundred times as large, and one more: it allows for
 * rows that depend on each other a little, as where a clamp is learnt from the last window's.
 *
 * @param pairs how many pairs agree in all rows, for the key with the smallest probability
 * @param expected how many are expected there
 * @param group the name of that key; empty if there is none
 * @param probability a bound of the probability of so many pairs for any key
 */
public record SharedDraws(long pairs, double expected, String group, double probability) {

    /** A number in which so many pairs agree tells nothing of its noise. */
    private static final double COMMON = 0.2;

    private static final double MARGIN = 100;

    /**
     * Tests all keys.
     *
     * @param trials the worlds
     * @param keys for each key the columns of each of its rows; the rows have noise of their own
     */
    public static SharedDraws of(Trials trials, Map<String, List<List<double[]>>> keys) {
        List<SharedDraws> tests = new ArrayList<>();
        for (boolean canary : new boolean[] {true, false}) {
            Arm arm = new Arm(IntStream.range(0, trials.count())
                    .filter(world -> trials.hasCanary(world) == canary)
                    .toArray());
            keys.forEach((key, rows) -> tests.add(arm.test(key, arm.leastCommon(rows))));
        }
        return tests.stream()
                .min(Comparator.comparingDouble(SharedDraws::probability))
                .map(test -> new SharedDraws(
                        test.pairs, test.expected, test.group, Math.min(1, test.probability * tests.size())))
                .orElse(new SharedDraws(0, 0, "", 1));
    }

    /**
     * Whether no repetition was found.
     *
     * @param risk the probability of a false alarm
     */
    public boolean holds(double risk) {
        return probability >= risk;
    }

    /**
     * The worlds of one arm.
     *
     * @param worlds their numbers
     */
    private record Arm(int[] worlds) {

        /** The column of each row in which fewest pairs agree, for the rows where these are few. */
        List<double[]> leastCommon(List<List<double[]>> rows) {
            return rows.stream()
                    .map(row -> row.stream().min(Comparator.comparingDouble(this::agreement)))
                    .flatMap(Optional::stream)
                    .filter(column -> agreement(column) < COMMON)
                    .toList();
        }

        private double agreement(double[] column) {
            return agreeing(world -> column[world]) / pairs();
        }

        private double pairs() {
            return worlds.length * (worlds.length - 1.0) / 2;
        }

        private double agreeing(IntFunction<Object> entry) {
            return Arrays.stream(worlds)
                    .boxed()
                    .collect(Collectors.groupingBy(entry::apply, Collectors.counting()))
                    .values()
                    .stream()
                    .mapToDouble(count -> count * (count - 1.0) / 2)
                    .sum();
        }

        SharedDraws test(String key, List<double[]> columns) {
            if (columns.isEmpty()) {
                return new SharedDraws(0, 0, key, 1);
            }
            double expected = pairs()
                    * columns.stream().mapToDouble(this::agreement).reduce(1, (one, other) -> one * other);
            long found = (long) agreeing(
                    world -> columns.stream().map(column -> column[world]).toList());
            double allowed = MARGIN * expected + 1;
            double probability = found <= allowed ? 1 : atLeast(found, allowed);
            return new SharedDraws(found, expected, key, probability);
        }

        /** The probability that a Poisson number is so large: Chernoff's bound, which no rounding makes 0 too early. */
        private static double atLeast(long number, double mean) {
            double exact = 1 - new PoissonDistribution(mean).cumulativeProbability((int) Math.min(number, 1 << 30) - 1);
            double bound = Math.exp(number - mean - number * Math.log(number / mean));
            return Math.max(exact, bound);
        }
    }
}
