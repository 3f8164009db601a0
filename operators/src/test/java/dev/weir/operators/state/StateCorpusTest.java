package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.gate.GateOperator;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.release.RowLimit;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Completion;
import dev.weir.operators.testing.KeyedBench;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that state of older builds can be opened, or is refused permanently if it is in other key groups than today's. The
 * files under {@code corpus/} are never written again. A new format gets a new file next to them, which
 * {@link StateCorpusWriter} writes.
 */
@SuppressWarnings("try") // the signature of a harness says that closing may be interrupted
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StateCorpusTest {

    /** In these files, ada has two of her three contributions left; her cell of the wide query is at 10, raw 4. */
    @ParameterizedTest
    @ValueSource(strings = {"gate-2.state", "gate-3.state", "gate-4.state", "gate-5.state", "gate-6.state"})
    void a_gate_of_the_second_to_sixth_format_opens(String file) throws Exception {
        try (var gate =
                StateCorpus.keyed(new GateOperator(StateCorpus.PLAN, StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.initializeState(StateCorpus.corpus(file));
            gate.open();
            for (int i = 0; i < 4; i++) {
                gate.processElement(
                        Chain.record(StateCorpus.PLAN, "ada", (2 + i) * StateCorpus.HOUR, 0, 0, 1, 50)
                                .batch(StateCorpus.PLAN, StateCorpus.GROUPS),
                        0);
            }
            gate.processElement(
                    Chain.record(StateCorpus.PLAN, "ada", 6 * StateCorpus.HOUR, 1, 1, 8)
                            .batch(StateCorpus.PLAN, StateCorpus.GROUPS),
                    0);
            gate.processElement(
                    Chain.record(StateCorpus.PLAN, "ada", StateCorpus.HOUR - 1, 0, 0, 1, 1)
                            .batch(StateCorpus.PLAN, StateCorpus.GROUPS),
                    0);
            gate.prepareSnapshotPreBarrier(1);
            assertThat(gate.extractOutputValues())
                    .extracting(partial -> partial.windowEnd() / StateCorpus.HOUR + " " + partial.amounts()[0])
                    .containsExactlyInAnyOrder("3 1", "4 1", "7 2");
            assertThat(gate.getSideOutput(GateOperator.COUNTERS))
                    .extracting(element -> element.getValue().of(0, Rejection.BELOW_FLOOR))
                    .containsExactly(1L);
        }
    }

    /**
     * In these files, ada has 13 base cells of a query with levels and bob has 3, with one record each. In the fourth format, words are kept of each cell, and ada has cells of nodes.
     * The bounds of 14 keys and two records each must hold as before, and a record must cost a sixteenth.
     */
    @ParameterizedTest
    @ValueSource(strings = {"gate-levels-4.state", "gate-levels-5.state", "gate-levels-6.state"})
    void bounds_and_accounts_of_levels_go_on_from_the_fourth_to_the_sixth_format(String file) throws Exception {
        // 13 is the 14th key, 14 is one too many; 0 has its second record, then one too many; 1 has the 16th record,
        // and 2 is not paid for
        assertThat(outcomes(file, "ada", 13, 14, 0, 0, 1, 2)).isEqualTo("counted 3, cap 2, account 1");
        // the same with 3 to 13 as the fourth to 14th key
        assertThat(outcomes(file, "bob", 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0, 1, 2))
                .isEqualTo("counted 13, cap 2, account 1");
    }

    private static String outcomes(String file, String unit, int... cells) throws Exception {
        return outcomes(StateCorpus.LEVELS, file, unit, 0, cells);
    }

    @SuppressWarnings("ParameterNumber") // a job, its state, and the records of a unit
    private static String outcomes(Plan plan, String file, String unit, long hour, int... cells) throws Exception {
        try (var gate = StateCorpus.keyed(new GateOperator(plan, StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.initializeState(StateCorpus.corpus(file));
            gate.open();
            for (int cell : cells) {
                gate.processElement(StateCorpus.visit(plan, unit, hour, cell), 0);
            }
            gate.prepareSnapshotPreBarrier(1);
            RecordCounters counted =
                    gate.getSideOutput(GateOperator.COUNTERS).iterator().next().getValue();
            return "counted " + counted.of(0, RecordOutcome.COUNTED) + ", cap " + counted.of(0, RecordOutcome.CAP)
                    + ", account " + counted.of(0, RecordOutcome.ACCOUNT);
        }
    }

    /**
     * In this file, ada has one record each in the base cells 0, 1 and 2, which are below one node, in both the first and the second hour, and has been charged 2 x 3 x 3&sup2; = 54 of the 3 x 100 = 300 that her
     * account has: as if each three were in one base cell. Their price at three levels of weight 1 is 2 (3&sup2; + 3&sup2; + 3) = 42.
     */
    @Test
    void a_gate_of_the_sixth_format_takes_prices_for_bounds() throws Exception {
        // 11 records in the second hour, 5 in the cell 0, 2 in 1 and 4 in others, cost 2 x 11^2 + 5^2 + 2^2 + 4 = 275:
        // with the 21 of the first
        // hour 296, with its bound of 27 too much; without the three from before, one more could be paid for
        assertThat(outcomes(StateCorpus.SQUARED_LEVELS, "gate-unsettled-6.state", "ada", 1, 0, 0, 0, 0, 1, 3, 4, 5, 6))
                .isEqualTo("counted 8, cap 0, account 1");
    }

    /** In these files, ada had spent everything when the budget was cut to a tenth, and bob nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"gate-owed-2.state", "gate-owed-3.state"})
    void a_gate_of_the_second_or_third_format_remembers_overdrafts(String file) throws Exception {
        try (var gate = StateCorpus.keyed(
                new GateOperator(StateCorpus.whole("1"), StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.initializeState(StateCorpus.corpus(file));
            gate.open();
            for (String unit : List.of("ada", "bob")) {
                for (int i = 0; i < 12; i++) {
                    gate.processElement(
                            Chain.record(StateCorpus.whole("1"), unit, StateCorpus.HOUR + i, 0, 0, 1)
                                    .batch(StateCorpus.whole("1"), StateCorpus.GROUPS),
                            0);
                }
            }
            gate.prepareSnapshotPreBarrier(1);
            assertThat(gate.extractOutputValues())
                    .extracting(partial -> partial.windowEnd() / StateCorpus.HOUR + " " + partial.amounts()[0])
                    .containsExactly("2 10");
        }
    }

    /** The first format used other routes: units and keys would be looked up in other key groups, and not be found. */
    @Test
    void gates_and_releases_of_the_first_format_are_refused() throws Exception {
        var gate = StateCorpus.keyed(new GateOperator(StateCorpus.PLAN, StateCorpus.ENDLESS), ContributionBatch::route);
        requireRefused(6, () -> gate.initializeState(StateCorpus.corpus("gate-1.state")));
        var release = StateCorpus.keyed(
                new ReleaseOperator(StateCorpus.PLAN, StateCorpus.ENDLESS, RowLimit.NONE, true), PartialSum::route);
        requireRefused(4, () -> release.initializeState(StateCorpus.corpus("release-1.state")));
    }

    private static void requireRefused(int newest, ThrowingCallable start) {
        assertThatThrownBy(start)
                .isInstanceOf(SuppressRestartsException.class)
                .rootCause()
                .hasMessage("STATE_UNUSABLE: state format must be 2 to " + newest + ", was 1");
    }

    /**
     * In these files, the hour's first windows are closed, the wide query has a total of 6, and key a has been charged one
     * release.
     */
    @ParameterizedTest
    @ValueSource(strings = {"release-2.state", "release-3.state"})
    void a_release_of_the_second_or_third_format_opens(String file) throws Exception {
        try (var release = StateCorpus.keyed(
                new ReleaseOperator(StateCorpus.PLAN, StateCorpus.ENDLESS, RowLimit.NONE, true), PartialSum::route)) {
            release.initializeState(StateCorpus.corpus(file));
            release.open();
            release.processWatermark(7 * StateCorpus.HOUR);
            KeyedBench.runMailbox(release);
            List<String> exact = new ArrayList<>();
            release.getSideOutput(ReleaseOperator.EXACT).forEach(element -> {
                Outcome outcome = element.getValue();
                exact.add(Chain.name(outcome) + "=" + outcome.values()[0]);
            });
            assertThat(exact)
                    .hasSize(14)
                    .contains("1/a/" + 7 * StateCorpus.HOUR + "=6", "0/a/" + 2 * StateCorpus.HOUR + "=0");
            assertThat(exact).noneMatch(line -> line.startsWith("0/a/" + StateCorpus.HOUR + "="));
            assertThat(release.extractOutputValues())
                    .filteredOn(outcome -> outcome.kind() == Outcome.Kind.WITHHELD)
                    .hasSize(4);
        }
    }

    /**
     * The files have three batches, of which the first has been published, so the next batch is the fourth. Rows have the
     * second format in the first file and the third format in the second one; the last file has a journal.
     */
    @ParameterizedTest
    @ValueSource(strings = {"publish-1.state", "publish-3.state", "publish-5.state"})
    void batches_without_a_ledger_open(String file) throws Exception {
        StateCorpus.SHOWN.clear();
        try (var publish = StateCorpus.publish()) {
            publish.initializeState(StateCorpus.corpus(file));
            publish.open();
            publish.processElement(StateCorpus.row(4, -4), 0);
            publish.snapshot(9, 9);
            Completion.settled(publish, 9);
        }
        assertThat(StateCorpus.SHOWN).containsExactly("2: q/a/7200000 -2", "3: q/a/10800000 -3", "4: q/a/14400000 -4");
    }

    @Test
    void counters_of_the_first_format_open() throws Exception {
        List<Long> counted = new ArrayList<>();
        try (var counters = StateCorpus.counters(counted)) {
            counters.initializeState(StateCorpus.corpus("count-1.state"));
            counters.open();
            counters.snapshot(9, 9);
            counters.notifyOfCompletedCheckpoint(9);
        }
        assertThat(counted).containsExactly(5L);
    }
}
