package dev.weir.accountant.synth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.UniformIndex;
import dev.weir.accountant.synth.DeniableRelease.Generator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Records are whole numbers. A record generates one of 8 numbers: itself, by its lowest three bits, with probability 9/16, and each other
 * one with 1/16.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeniableReleaseTest {

    private static final int CANDIDATES = 8;
    private static final int SPREAD = 1;

    private static final Generator<Integer, Integer> NEAR = new Generator<>() {
        @Override
        public Integer generate(Integer seed, Randomness randomness) {
            int draw = UniformIndex.below(16, randomness);
            return draw < CANDIDATES ? draw : seed % CANDIDATES;
        }

        @Override
        public double logProbability(Integer record, Integer candidate) {
            return Math.log(probability(SPREAD, record, candidate));
        }
    };

    private static double probability(int spread, int record, int candidate) {
        return (record % CANDIDATES == candidate ? 16 - 7 * spread : spread) / 16.0;
    }

    /** The probability of each candidate to come out of one run, by enumeration. */
    private static double[] run(List<Integer> table, PlausibleDeniability test, int spread) {
        double[] out = new double[CANDIDATES];
        for (int seed : table) {
            for (int y = 0; y < CANDIDATES; y++) {
                double own = probability(spread, seed, y);
                int candidate = y;
                long count = table.stream()
                        .filter(record -> classOf(probability(spread, record, candidate), test) == classOf(own, test))
                        .count();
                out[y] += own * test.passesWhole(count) / table.size();
            }
        }
        return out;
    }

    private static double classOf(double probability, PlausibleDeniability test) {
        return Math.floor(-Math.log(probability) / Math.log(test.gamma()));
    }

    private static double sum(double[] values) {
        return DoubleStream.of(values).sum();
    }

    /** The delta that is needed at an epsilon, for all sets of candidates. */
    private static double needed(double[] p, double[] q, double epsilon) {
        double delta = 0;
        for (int y = 0; y < p.length; y++) {
            delta += Math.max(0, p[y] - Math.exp(epsilon) * q[y]);
        }
        return delta;
    }

    private static double[] conditional(double[] run) {
        double rate = sum(run);
        return DoubleStream.of(run).map(p -> p / rate).toArray();
    }

    /**
     * Random tables of 6 to 35 records and one record more, in both directions, for a run and for a record that comes out. In every other
     * trial a record generates itself alone, so that one of its kind can be told.
     */
    @Test
    void neighbours_are_told_apart_by_no_more_than_the_price() {
        SplittableRandom random = new SplittableRandom(4);
        double most = 0;
        for (int trial = 0; trial < 400; trial++) {
            PlausibleDeniability test =
                    new PlausibleDeniability(3 + random.nextInt(8), 1.5 + trial % 3, 0.4 + trial % 4);
            List<Integer> table = new ArrayList<>();
            int kinds = 1 + trial % CANDIDATES;
            random.ints(6 + trial % 30, 0, kinds).forEach(table::add);
            double[] less = run(table, test, trial % 2);
            table.add(random.nextInt(CANDIDATES));
            double[] more = run(table, test, trial % 2);
            double floor = Math.min(sum(less), sum(more));
            for (int t = 1; t < test.k(); t++) {
                DeniableLoss run = test.at(t);
                most = Math.max(most, worst(less, more, run));
                if (floor > run.delta()) {
                    DeniableLoss record = new DeniablePrice(test, t, Math.min(1, floor)).record();
                    most = Math.max(most, worst(conditional(less), conditional(more), record));
                }
            }
        }
        assertThat(most).isBetween(1e-4, 1.0);
    }

    /** The needed delta as a part of the price. */
    private static double worst(double[] less, double[] more, DeniableLoss price) {
        return Math.max(needed(less, more, price.epsilon()), needed(more, less, price.epsilon())) / price.delta();
    }

    /** Where failures are seen, an odd record among 1000 equal ones needs a delta of about 1/1001, and not the 8e-7 of the formula. */
    @Test
    void a_failure_that_is_seen_breaks_the_promise() {
        PlausibleDeniability test = new PlausibleDeniability(50, 4, 1);
        DeniableLoss promised = test.at(36);
        double failsWithout = 1 - test.passesWhole(1000);
        double failsWith = 1.0 / 1001 * (1 - test.passesWhole(1)) + 1000.0 / 1001 * failsWithout;
        assertThat(promised.delta()).isLessThan(1e-6);
        assertThat(failsWith - Math.exp(promised.epsilon()) * failsWithout).isBetween(9.98e-4, 1e-3);
    }

    /** A record generates itself alone; each run is counted. */
    private static Generator<Integer, Integer> alone(int[] runs) {
        return new Generator<>() {
            @Override
            public Integer generate(Integer seed, Randomness randomness) {
                runs[0]++;
                return seed;
            }

            @Override
            public double logProbability(Integer record, Integer candidate) {
                return record.equals(candidate) ? 0 : Double.NEGATIVE_INFINITY;
            }
        };
    }

    /**
     * The game: is an odd record among 99 equal ones, each of which generates itself alone? Who counts runs says yes if there was more than
     * one. With the odd record that is right in 1 % of all games, and never wrong: delta is 0.01, and not the 8e-7 of a run. Who sees the
     * record alone sees the same one in every game, with the odd record or without. In 20 000 games the first kind is expected 200 times; 85
     * are six deviations, and happen in less than 1e-8 of all runs.
     */
    @Test
    void who_counts_failures_wins_and_who_sees_the_record_alone_learns_nothing() {
        int[] runs = new int[1];
        DeniablePrice price = new DeniablePrice(new PlausibleDeniability(50, 4, 1), 36, 0.5);
        DeniableRelease<Integer, Integer> release = new DeniableRelease<>(price, alone(runs));
        SplittableRandom random = new SplittableRandom(21);
        int[] failures = new int[2];
        List<Integer> table = new ArrayList<>(Collections.nCopies(99, 0));
        for (int odd = 0; odd < 2; odd++) {
            for (int i = 0; i < 20_000; i++) {
                runs[0] = 0;
                assertThat(release.release(table, random::nextLong)).contains(0);
                failures[odd] += runs[0] > 1 ? 1 : 0;
            }
            table.add(1);
        }
        assertThat(failures[0]).isZero();
        assertThat(failures[1]).isBetween(200 - 85, 200 + 85);
        assertThat(price.run().delta()).isLessThan(1e-6);
    }

    /**
     * 40 000 released records against the enumerated law. Each of 8 candidates is expected more than 1000 times, so its count is off
     * by six deviations and 20 in less than 1e-8 of all runs, by Bernstein's inequality: a false alarm in less than 1e-7 of all runs.
     */
    @Test
    void released_records_have_the_law_that_is_priced() {
        PlausibleDeniability test = new PlausibleDeniability(4, 2, 0.5);
        List<Integer> table = List.of(0, 8, 16, 24, 1, 9, 2, 3, 4);
        double[] law = conditional(run(table, test, SPREAD));
        DeniableRelease<Integer, Integer> release = new DeniableRelease<>(new DeniablePrice(test, 2, 0.4), NEAR);
        SplittableRandom random = new SplittableRandom(11);
        int[] counts = new int[CANDIDATES];
        int draws = 40_000;
        for (int i = 0; i < draws; i++) {
            counts[release.release(table, random::nextLong).orElseThrow()]++;
        }
        for (int y = 0; y < CANDIDATES; y++) {
            assertThat(draws * law[y]).isGreaterThan(1000);
            double deviation = Math.sqrt(draws * law[y] * (1 - law[y]));
            assertThat(Math.abs(counts[y] - draws * law[y]))
                    .as("%s of %s", y, Arrays.toString(law))
                    .isLessThan(6 * deviation + 20);
        }
    }

    @Test
    void a_release_gives_up_after_a_public_number_of_runs() {
        PlausibleDeniability test = new PlausibleDeniability(1000, 2, 50);
        DeniablePrice price = new DeniablePrice(test, 990, 0.5);
        assertThat(price.mostTries()).isEqualTo(133);
        int[] runs = new int[1];
        Generator<Integer, Integer> counted = new Generator<>() {
            @Override
            public Integer generate(Integer seed, Randomness randomness) {
                runs[0]++;
                return seed;
            }

            @Override
            public double logProbability(Integer record, Integer candidate) {
                return 0;
            }
        };
        DeniableRelease<Integer, Integer> release = new DeniableRelease<>(price, counted);
        assertThat(release.release(List.of(1, 2), new SplittableRandom(1)::nextLong))
                .isEqualTo(Optional.empty());
        assertThat(runs[0]).isEqualTo(133);
        assertThat(release.release(List.of(), new SplittableRandom(1)::nextLong))
                .isEmpty();
    }

    @Test
    void what_has_no_price_is_refused() {
        PlausibleDeniability test = new PlausibleDeniability(5, 2, 1);
        double delta = test.at(2).delta();
        assertThatThrownBy(() -> new DeniablePrice(test, 2, delta))
                .hasMessageStartingWith("pass rate must be above the delta of a run and at most 1, was ");
        DeniablePrice equal = new DeniablePrice(new PlausibleDeniability(5, 1, 1), 2, 0.5);
        assertThatThrownBy(() -> new DeniableRelease<>(equal, NEAR)).hasMessage("gamma must be above 1, was 1.0");
    }
}
