package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.HeldStore;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a snapshot that is still being written, because its store is slow, while records arrive, windows close and units are
 * forgotten. Its barrier comes after every element in turn. Whatever happens to the snapshot, exact values and releases equal
 * those of an undisturbed run.
 */
@Timeout(300)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class HeldSnapshotTest {

    private static final int SUBTASKS = 2;

    /** The number of elements that arrive while the snapshot is delayed. */
    private static final int MEANWHILE = 12;

    private static final long HOUR = Plans.HOUR;

    /** A stream and the schedule of its windows. */
    private record Case(String name, GateCase stream, Schedule schedule) {

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Returns all exact values and the names of all releases, with their steps, in an order that does not depend on the
     * parallelism.
     */
    private static List<String> released(Chain chain) {
        return chain.outcomes().stream()
                .map(outcome -> outcome.kind() + Chain.name(outcome) + " " + outcome.step() + values(outcome))
                .sorted()
                .toList();
    }

    private static String values(Outcome outcome) {
        return outcome.kind() == Outcome.Kind.EXACT ? Arrays.toString(outcome.values()) : "";
    }

    static Stream<Case> cases() {
        Schedule days = new Schedule(3 * Plans.DAY, 5 * Plans.DAY);
        Stream<Case> windows =
                LongStream.of(50_000, 50_001, 50_004).mapToObj(seed -> new Case("" + seed, GateCase.of(seed), days));
        return Stream.concat(windows, Stream.of(new Case("series", series(), new Schedule(2 * HOUR, 30 * HOUR))));
    }

    /** Returns a day's running total, one without an end, and sliding windows, over midnight. */
    private static GateCase series() {
        Plan plan = Totals.plan(
                PrivacyUnit.USER_PER_DAY,
                Plans.GAUSSIAN,
                sums(Totals.running("daily", 24)).resetting(Duration.ofHours(24)),
                sums(Totals.running("endless", 24)),
                sums(Totals.sliding("sliding", 5)));
        SplittableRandom random = new SplittableRandom(7);
        List<GateCase.Step> steps = new ArrayList<>();
        for (int hour = 18; hour < 28; hour++) {
            for (int query = 0; query < 3; query++) {
                String user = "user" + random.nextInt(4);
                long time = (hour + random.nextInt(2)) * HOUR + 5;
                steps.add(new GateCase.Step(
                        Chain.record(plan, user, time, query, random.nextInt(2), 1, random.nextInt(-9, 10)), 0));
            }
            steps.add(new GateCase.Step(null, hour * HOUR));
        }
        return new GateCase(plan, steps);
    }

    private static Totals sums(Totals query) {
        return query.count().with(Queries.clamped(-9, 9)).contributions(8);
    }

    private static void play(Chain chain, List<GateCase.Step> steps) throws Exception {
        for (GateCase.Step step : steps) {
            if (step.record() == null) {
                chain.watermark(step.closedUpTo());
            } else {
                chain.add(step.record());
            }
        }
    }

    private static List<String> undisturbed(Case one) throws Exception {
        try (Chain chain = Chain.start(one.stream().plan(), one.schedule(), SUBTASKS)) {
            return toTheEnd(chain, one.stream().steps());
        }
    }

    private static List<String> toTheEnd(Chain chain, List<GateCase.Step> steps) throws Exception {
        play(chain, steps);
        chain.watermark(Long.MAX_VALUE);
        return released(chain);
    }

    private static HeldStore store(int number) {
        HeldStore.Where where = number % 2 == 0 ? HeldStore.Where.OPENING : HeldStore.Where.WRITING;
        return new HeldStore(new MemCheckpointStreamFactory(1 << 24), where);
    }

    /** Sends a barrier, and then elements while every subtask of both operators is delayed. */
    private static Chain.Writing hold(Chain chain, HeldStore store, List<GateCase.Step> meanwhile) throws Exception {
        Chain.Writing held = chain.barrier(store);
        store.awaitHeld(2 * SUBTASKS);
        play(chain, meanwhile);
        chain.barrier(new MemCheckpointStreamFactory(1 << 24)).await();
        return held;
    }

    /** Removes releases that nobody will see because their checkpoint has not completed. */
    private static void forget(Chain chain, int published) {
        List<Outcome> all = chain.outcomes();
        all.subList(published, all.size()).clear();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_task_that_fails_while_its_snapshot_is_written_goes_on_from_the_one_before(Case one) throws Exception {
        List<GateCase.Step> steps = one.stream().steps();
        List<String> undisturbed = undisturbed(one);
        for (int at = 0; at < steps.size(); at++) {
            int before = at / 2;
            try (Chain chain = Chain.start(one.stream().plan(), one.schedule(), SUBTASKS)) {
                play(chain, steps.subList(0, before));
                Chain.State completed = chain.checkpoint();
                int published = chain.outcomes().size();
                play(chain, steps.subList(before, at));
                Chain.Writing held = hold(chain, store(at), steps.subList(at, Math.min(steps.size(), at + MEANWHILE)));
                chain.fail();
                assertThatThrownBy(held::await).isInstanceOf(Exception.class);
                forget(chain, published);
                chain.restore(completed, 1 + at % 3);
                assertThat(toTheEnd(chain, steps.subList(before, steps.size())))
                        .as("barrier before element %d", at)
                        .isEqualTo(undisturbed);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_snapshot_that_was_long_in_writing_is_restored_elsewhere_as_of_its_barrier(Case one) throws Exception {
        List<GateCase.Step> steps = one.stream().steps();
        List<String> undisturbed = undisturbed(one);
        for (int at = 0; at < steps.size(); at++) {
            try (Chain chain = Chain.start(one.stream().plan(), one.schedule(), SUBTASKS)) {
                play(chain, steps.subList(0, at));
                HeldStore store = store(at);
                int published = chain.outcomes().size();
                Chain.Writing held = hold(chain, store, steps.subList(at, Math.min(steps.size(), at + MEANWHILE)));
                store.letGo();
                Chain.State completed = held.await();
                forget(chain, published);
                chain.restore(completed, 1 + at % 3);
                assertThat(toTheEnd(chain, steps.subList(at, steps.size())))
                        .as("barrier before element %d", at)
                        .isEqualTo(undisturbed);
            }
        }
    }
}
