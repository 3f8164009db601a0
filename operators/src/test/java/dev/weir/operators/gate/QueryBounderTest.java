package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitCursor;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests that a record is charged at its own step, whatever else is looked up between the search for its window and its
 * charge.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QueryBounderTest {

    private static final Plan PLAN = Totals.plan(
            PrivacyUnit.USER,
            Plans.GAUSSIAN,
            Totals.running("q", 100).bounded(2, 3, 2).contributions(100).count());

    /** One unit at the bounder of a query whose accounts depend on the steps of records. */
    private static final class Run {
        private final UnitLayout layout = new UnitLayout(GateQuery.of(PLAN), GateRun.secret(1));
        private final OpenKeys keys = new OpenKeys(PLAN);
        private final UnitTable table = new UnitTable(PLAN, layout, keys, Plans.openFrom(Long.MIN_VALUE, PLAN));
        private final QueryBounder bounder = new QueryBounder(GateQuery.of(PLAN).get(0), layout, keys);
        private final PartialSums sums = new PartialSums(PLAN);

        RecordOutcome add(int step) {
            return add(step, (bounder, table) -> {});
        }

        /**
         * @param between runs after the search for the record's window, and before the decision
         */
        RecordOutcome add(int step, BiConsumer<QueryBounder, UnitTable> between) {
            AdmittedRecord record = record(step);
            UnitCursor cursor = table.cursor();
            long hash = table.units().hash(record, 0);
            cursor.moveTo(0, cursor.find(record, 0, hash));
            assertThat(bounder.windowEnd(record.time())).isEqualTo((step + 1) * Plans.HOUR);
            between.accept(bounder, table);
            RecordOutcome outcome = bounder.decide(cursor, record, 0);
            if (outcome == RecordOutcome.COUNTED) {
                bounder.count(cursor, record, 0, sums);
            }
            return outcome;
        }

        byte[] state() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (KeyGroupTable.View view = table.view()) {
                view.write(new DataOutputStream(bytes));
            }
            return bytes.toByteArray();
        }
    }

    private static AdmittedRecord record(int step) {
        return Chain.record(PLAN, "ada", step * Plans.HOUR, 0, 0, 1).admitted(PLAN);
    }

    @Test
    void a_prefetch_between_window_and_decision_changes_neither_charge_nor_what_is_kept() throws IOException {
        Run plain = new Run();
        Run prefetched = new Run();
        BiConsumer<QueryBounder, UnitTable> prefetch =
                (bounder, table) -> bounder.cells(table.cells(), record(50).time());
        for (int step : new int[] {0, 7, 11}) {
            assertThat(plain.add(step)).isEqualTo(RecordOutcome.COUNTED);
            assertThat(prefetched.add(step, prefetch)).isEqualTo(RecordOutcome.COUNTED);
        }
        assertThat(prefetched.state()).isEqualTo(plain.state());
    }

    @Test
    void a_prefetch_between_window_and_decision_moves_no_record_away_from_those_that_it_is_too_close_to() {
        Run run = new Run();
        BiConsumer<QueryBounder, UnitTable> prefetch =
                (bounder, table) -> bounder.cells(table.cells(), record(50).time());
        assertThat(run.add(4, prefetch)).isEqualTo(RecordOutcome.COUNTED);
        assertThat(run.add(5, prefetch)).isEqualTo(RecordOutcome.CAP);
        assertThat(run.add(6, prefetch)).isEqualTo(RecordOutcome.COUNTED);
    }

    /** The last search was for a record of another window. */
    @Test
    void a_window_that_was_asked_for_in_between_is_not_the_one_that_a_record_counts_in() throws IOException {
        Run plain = new Run();
        Run asked = new Run();
        for (int step : new int[] {3, 9}) {
            plain.add(step);
            asked.add(step, (bounder, table) -> bounder.windowEnd(record(50).time()));
        }
        assertThat(asked.state()).isEqualTo(plain.state());
    }
}
