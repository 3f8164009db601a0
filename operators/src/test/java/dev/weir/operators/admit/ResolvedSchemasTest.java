package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests what admission keeps of what its decoder was told by another system. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResolvedSchemasTest {

    private static final Plan PLAN = Plan.of(
            "test",
            PrivacyUnit.USER,
            Plans.PURE,
            new TimeBounds(0, 10),
            List.of(Queries.hourly("q").count().query()));

    /** A decoder that knows some words. */
    private static final class Words implements RecordDecoder<AdmitSlot>, ResolvedSchemas {

        private static final long serialVersionUID = 1L;

        private final AdmitSlot.Decoder slots = new AdmitSlot.Decoder();
        private final Set<String> known = new TreeSet<>();
        private int calls;
        private boolean isClosed;

        @Override
        public ResolvedSchemas schemas() {
            return this;
        }

        @Override
        public List<byte[]> toState() {
            return known.stream()
                    .map(word -> word.getBytes(StandardCharsets.UTF_8))
                    .toList();
        }

        @Override
        public void restore(List<byte[]> restored) {
            calls++;
            restored.forEach(word -> known.add(new String(word, StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {
            isClosed = true;
        }

        @Override
        public int partition(AdmitSlot slot) {
            return slots.partition(slot);
        }

        @Override
        public long offset(AdmitSlot slot) {
            return slots.offset(slot);
        }

        @Override
        public long time(AdmitSlot slot) {
            return slots.time(slot);
        }

        @Override
        public byte[] payload(AdmitSlot slot) {
            return slots.payload(slot);
        }

        @Override
        public void decode(AdmitSlot slot, long timestamp, DecodedRecord record) {
            slots.decode(slot, timestamp, record);
        }
    }

    private static AdmitBench bench(Words words, AdmitBench.Subtask subtask) throws Exception {
        AdmissionSettings settings = new AdmissionSettings(PLAN, Schedule.startingAt(0), ClockMode.STAMPED, 8);
        return new AdmitBench(settings, subtask, words);
    }

    private static OperatorSubtaskState told(
            int parallelism, int number, @Nullable OperatorSubtaskState state, String word) throws Exception {
        Words words = new Words();
        try (AdmitBench bench = bench(words, new AdmitBench.Subtask(parallelism, number, state, parallelism))) {
            assertThat(words.calls).isEqualTo(1);
            words.known.add(word);
            return bench.snapshot();
        }
    }

    @Test
    void every_subtask_knows_after_a_restore_what_any_subtask_was_told() throws Exception {
        List<OperatorSubtaskState> states = new ArrayList<>();
        states.add(told(2, 0, null, "schema 1"));
        states.add(told(2, 1, null, "schema 2"));
        OperatorSubtaskState all =
                AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
        for (int subtask = 0; subtask < 3; subtask++) {
            Words words = new Words();
            try (AdmitBench bench = bench(words, new AdmitBench.Subtask(3, subtask, all, 2))) {
                assertThat(words.known).containsExactly("schema 1", "schema 2");
                assertThat(bench.snapshot()).isNotNull();
            }
        }
    }

    /** A decoder that starts to ask under the state of one that did not is told nothing. */
    @Test
    void state_of_a_decoder_that_asked_nobody_is_taken() throws Exception {
        OperatorSubtaskState state;
        try (AdmitBench bench = new AdmitBench(
                new AdmissionSettings(PLAN, Schedule.startingAt(0), ClockMode.STAMPED, 8),
                AdmitBench.Subtask.alone(null))) {
            state = bench.snapshot();
        }
        Words words = new Words();
        try (AdmitBench bench = bench(words, AdmitBench.Subtask.alone(state))) {
            assertThat(words.known).isEmpty();
            bench.slot(0, 1);
            assertThat(bench.sent()).isZero();
            assertThat(words.isClosed).isFalse();
        }
        assertThat(words.isClosed).isTrue();
    }
}
