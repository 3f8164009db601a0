package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests gate and release operator with series of blocks of every kind, over restarts and rescaling, by exact values. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SeriesBlocksTest {

    private static final long HOUR = Plans.HOUR;
    private static final int HOURS = 20;
    private static final int RESET = 8;
    private static final int PANES = 3;
    private static final Schedule SCHEDULE = new Schedule(0, HOURS * HOUR);
    private static final String[] KEYS =
            IntStream.range(0, 5).mapToObj(i -> "key-" + i).toArray(String[]::new);

    /** One record: its words for a query, under a key, in the hour with the stated end. */
    private record Sent(int query, int key, int hour, long[] words) {}

    private final List<Sent> sent = new ArrayList<>();

    private static Totals filled(Totals query, SplittableRandom random, boolean gaussian) {
        Totals filled = query.keys(KEYS).contributions(3000);
        for (int i = 0; i < 3; i++) {
            filled = filled.with(block(random, "a" + i, gaussian));
        }
        return filled.count();
    }

    private static Aggregate block(SplittableRandom random, String name, boolean gaussian) {
        Aggregate aggregate = Blocks.random(random, name, gaussian);
        return aggregate instanceof Block ? aggregate : block(random, name, gaussian);
    }

    private static Plan plan(SplittableRandom random) {
        boolean gaussian = random.nextBoolean();
        Budget budget = gaussian ? Plans.GAUSSIAN : Plans.PURE;
        return Totals.plan(
                PrivacyUnit.USER_PER_DAY,
                budget,
                filled(Totals.running("daily", RESET).resetting(Duration.ofHours(RESET)), random, gaussian),
                filled(Totals.sliding("sliding", PANES), random, gaussian));
    }

    private void add(Plan plan, Chain chain, SplittableRandom random, int hour) {
        for (int number = 0; number < 2; number++) {
            Query query = plan.queries().get(number).query();
            long[] words = Blocks.words(random, query);
            int key = random.nextInt(KEYS.length);
            sent.add(new Sent(number, key, hour, words));
            chain.add(Chain.record(plan, "user" + random.nextInt(9), (hour - 1) * HOUR + 5, number, key, words));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_restart_at_any_parallelism_after_every_step_changes_no_number_of_any_block(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Plan plan = plan(random);
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            for (int hour = 1; hour <= HOURS; hour++) {
                for (int i = random.nextInt(6); i > 0; i--) {
                    add(plan, chain, random, Math.min(HOURS, hour + random.nextInt(3)));
                }
                chain.restore(chain.checkpoint(), 1 + random.nextInt(3));
                if (random.nextBoolean()) {
                    chain.watermark(hour * HOUR + random.nextInt(1000));
                }
            }
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).doesNotHaveDuplicates();
            assertThat(numbers(chain, Outcome.Kind.EXACT)).isEqualTo(recounted(plan));
            assertThatEveryNumberHasNoise(chain);
        }
    }

    /**
     * Each number must have noise that no earlier number reveals. A noise is 0 with probability below 0.05, so half of 110
     * are 0 with probability below 1e-30.
     */
    private static void assertThatEveryNumberHasNoise(Chain chain) {
        Map<String, List<Long>> released = numbers(chain, Outcome.Kind.RELEASED);
        Map<String, Integer> exactly = new TreeMap<>();
        numbers(chain, Outcome.Kind.EXACT).forEach((name, exact) -> {
            List<Long> noisy = Objects.requireNonNull(released.get(name));
            for (int k = 0; k < exact.size(); k++) {
                exactly.merge(name.charAt(0) + " number " + k, noisy.get(k).equals(exact.get(k)) ? 1 : 0, Integer::sum);
            }
        });
        assertThat(exactly.values())
                .as("releases without noise, of 100 or more of each number")
                .allMatch(releases -> releases < 50);
    }

    /** Maps "query/key/end" to numbers. */
    private static Map<String, List<Long>> numbers(Chain chain, Outcome.Kind kind) {
        Map<String, List<Long>> numbers = new TreeMap<>();
        for (Outcome outcome : chain.outcomes()) {
            if (outcome.kind() == kind) {
                numbers.put(
                        Chain.name(outcome),
                        LongStream.of(outcome.values()).boxed().toList());
            }
        }
        return numbers;
    }

    private Map<String, List<Long>> recounted(Plan plan) {
        Map<String, List<Long>> recounted = new TreeMap<>();
        for (int hour = 1; hour <= HOURS + PANES - 1; hour++) {
            if (hour <= HOURS) {
                recount(plan, 0, hour, (hour - 1) / RESET * RESET, recounted);
            }
            recount(plan, 1, hour, hour - PANES, recounted);
        }
        return recounted;
    }

    private void recount(Plan plan, int number, int hour, int start, Map<String, List<Long>> recounted) {
        Query query = plan.queries().get(number).query();
        for (int key = 0; key < KEYS.length; key++) {
            long[] measured = new long[query.layout().measured()];
            for (Sent each : sent) {
                if (each.query == number && each.key == key && each.hour > start && each.hour <= hour) {
                    addMeasured(query, each.words, measured);
                }
            }
            recounted.put(
                    number + "/" + KEYS[key] + "/" + hour * HOUR,
                    LongStream.of(measured).boxed().toList());
        }
    }

    private static void addMeasured(Query query, long[] words, long[] measured) {
        for (int i = 0; i < query.aggregates().size(); i++) {
            Aggregate aggregate = query.aggregates().get(i);
            long[] vector = new long[aggregate.coordinates()];
            if (aggregate instanceof Block block) {
                block.vector(words, query.layout().word(i), vector);
            } else {
                vector[0] = 1;
            }
            long[] of = new long[aggregate.measured()];
            aggregate.measure(vector, 0, of, 0);
            for (int k = 0; k < of.length; k++) {
                measured[query.layout().measuredAt(i) + k] += of[k];
            }
        }
    }
}
