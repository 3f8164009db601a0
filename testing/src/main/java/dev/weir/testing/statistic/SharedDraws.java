package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Trials.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A test of whether worlds repeat each other: where keys of a job share noise, worlds that agree in one window agree in the others.
 *
 * <p>Within an arm, it counts the pairs of worlds that agree in all rows of a key. If worlds are independent, and the windows of a
 * key too, then exchanging each row's numbers between worlds changes nothing of the law of that count. It is compared with its
 * mean and deviation over random exchanges, and must be 14 deviations and twenty pairs above the mean to be found. The deviation is estimated from twelve
 * exchanges, and is taken as the root of the mean at least. Between two rows of two equally frequent values each the excess is a &chi;&sup2;
 * number of one degree of freedom times a third of the root of the mean, of which 14 deviations are exceeded with probability 3e-10. Where
 * some values are more frequent than others the deviation is larger, and only its estimate limits the excess: there the probability is not
 * proved.
 *
 * @param pairs how many pairs agree in all rows, for the key where they are most above the limit
 * @param limit how many are allowed there
 * @param key the name of that key; empty if there is none
 */
public record SharedDraws(long pairs, double limit, String key) {

    private static final int EXCHANGES = 12;
    private static final double DEVIATIONS = 14;
    private static final double PAIRS = 20;

    /**
     * Tests all keys.
     *
     * @param trials the worlds
     * @param keys for each key the columns of each of its rows; the rows have noise of their own
     * @param seed begins the exchanges
     */
    public static SharedDraws of(Trials trials, Map<String, List<List<double[]>>> keys, long seed) {
        List<SharedDraws> tests = new ArrayList<>();
        keys.forEach((key, rows) -> {
            SplittableRandom random = new SplittableRandom(seed);
            tests.add(test(
                    key, new Arm(rows, column -> trials.arms(column, Part.ALL).with()), random));
            tests.add(test(
                    key, new Arm(rows, column -> trials.arms(column, Part.ALL).without()), random));
        });
        return tests.stream()
                .max(Comparator.comparingDouble(test -> test.pairs - test.limit))
                .orElse(new SharedDraws(0, 0, ""));
    }

    /** Whether no repetition was found. */
    public boolean holds() {
        return pairs <= limit;
    }

    private static SharedDraws test(String key, Arm arm, SplittableRandom random) {
        if (arm.columns.size() < 2) {
            return new SharedDraws(0, PAIRS, key);
        }
        long pairs = arm.agreeing();
        double[] exchanged = new double[EXCHANGES];
        for (int i = 0; i < EXCHANGES; i++) {
            arm.exchange(random);
            exchanged[i] = arm.agreeing();
        }
        double mean = Arrays.stream(exchanged).average().orElse(0);
        double variance = Arrays.stream(exchanged)
                        .map(count -> (count - mean) * (count - mean))
                        .sum()
                / (EXCHANGES - 1);
        return new SharedDraws(pairs, mean + DEVIATIONS * Math.sqrt(Math.max(variance, mean)) + PAIRS, key);
    }

    /** The numbers of one arm, one column for each row: the one in which fewest pairs agree. */
    private static final class Arm {

        private final List<double[]> columns;

        private Arm(List<List<double[]>> rows, UnaryOperator<double[]> arm) {
            columns = rows.stream()
                    .map(row -> row.stream().map(arm).min(Comparator.comparingLong(column -> pairs(List.of(column)))))
                    .flatMap(Optional::stream)
                    .toList();
        }

        long agreeing() {
            return pairs(columns);
        }

        /** How many pairs of entries agree in all columns, by numbers that tell them apart but for one in 2^64. */
        private static long pairs(List<double[]> columns) {
            long[] fingerprints = new long[columns.get(0).length];
            for (double[] column : columns) {
                for (int i = 0; i < fingerprints.length; i++) {
                    fingerprints[i] = mixed(fingerprints[i] * 31 + Double.doubleToLongBits(column[i]));
                }
            }
            Arrays.sort(fingerprints);
            long pairs = 0;
            int run = 1;
            for (int i = 1; i < fingerprints.length; i++) {
                run = fingerprints[i] == fingerprints[i - 1] ? run + 1 : 1;
                pairs += run - 1;
            }
            return pairs;
        }

        private static long mixed(long bits) {
            long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            return mixed ^ mixed >>> 31;
        }

        void exchange(SplittableRandom random) {
            for (double[] column : columns) {
                for (int i = column.length - 1; i > 0; i--) {
                    int other = random.nextInt(i + 1);
                    double kept = column[i];
                    column[i] = column[other];
                    column[other] = kept;
                }
            }
        }
    }
}
