package dev.weir.operators.gate;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.cell.CellPrefetch;
import dev.weir.operators.gate.cell.EntryView;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.unit.UnitEntries;
import dev.weir.operators.gate.unit.UnitTable;
import java.util.Arrays;

/**
 * Passes a batch through the gate, record by record in their order. Cache misses take most of the gate's time. Before
 * it decides, it therefore reads the entries of many units and then their cells, so that the processor overlaps these
 * misses.
 */
final class BatchedGate {

    private static final int CAPACITY = 128;

    /**
     * The largest number of units of a table that is not prefetched. With 128 tables in one subtask, prefetching was
     * measured to cost more than it saves, because the processor overlaps the misses in small tables anyway.
     */
    private static final int SMALL = 4096;

    private final Gate gate;
    private final PrivacyUnit unit;
    private final AdmittedRecord[] records = new AdmittedRecord[CAPACITY];
    private final long[] periods = new long[CAPACITY];
    private final long[] hashes = new long[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private final CellPrefetch cellPrefetch = new CellPrefetch();
    private int size;

    /**
     * The period of the last record, and the times that belong to it. Most records fall into the same period, which
     * saves a division.
     */
    private long period;

    private long periodStart;
    private long periodEnd;

    /** The sum of all prefetched words, which is kept so that the compiler cannot remove the reads. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    BatchedGate(Gate gate, PrivacyUnit unit) {
        this.gate = gate;
        this.unit = unit;
        Arrays.setAll(records, i -> new AdmittedRecord());
    }

    /** Passes a batch through the gate to the units of {@code table}. */
    void pass(ContributionBatch batch, UnitTable table, PartialSums sums, RecordCounters counters) {
        boolean isViewed = table.beginBatch();
        int at = 0;
        while (at < batch.size()) {
            at = fill(batch, at, table.units());
            lookUp(table);
            if (isViewed) {
                save(table);
            }
            decide(table, sums, counters);
        }
    }

    private int fill(ContributionBatch batch, int from, UnitEntries units) {
        int at = from;
        for (size = 0; size < CAPACITY && at < batch.size(); size++) {
            AdmittedRecord record = records[size];
            at = batch.read(at, record);
            periods[size] = period(record.time());
            hashes[size] = units.hash(record, periods[size]);
        }
        return at;
    }

    private long period(long time) {
        if (time < periodStart || time >= periodEnd) {
            period = unit.period(time);
            periodStart = unit.periodEnd(period - 1);
            periodEnd = unit.periodEnd(period);
        }
        return period;
    }

    private void lookUp(UnitTable table) {
        if (table.size() > SMALL) {
            prefetchUnits(table.units());
        }
        for (int i = 0; i < size; i++) {
            numbers[i] = find(i, table);
        }
        if (gate.remembersCells()) {
            prefetchCells(table.cells());
        }
    }

    private void prefetchUnits(UnitEntries units) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += units.prefetchIndex(hashes[i]);
        }
        for (int i = 0; i < size; i++) {
            sum += units.prefetchEntry(hashes[i]);
        }
        prefetched += sum;
    }

    private void prefetchCells(OpenCells cells) {
        for (int i = 0; i < size; i++) {
            if (numbers[i] >= 0) {
                gate.prefetchCells(records[i], cells, numbers[i], cellPrefetch);
            }
        }
        prefetched += cellPrefetch.read();
    }

    /**
     * Saves the entries and cells of all units that a record may change. Units that a record adds are not part of a
     * view.
     */
    private void save(UnitTable table) {
        for (int i = 0; i < size; i++) {
            if (numbers[i] >= 0) {
                table.units().views().save(numbers[i]);
                gate.saveCells(records[i], table.cells(), numbers[i]);
            }
        }
        EntryView.publish();
    }

    private void decide(UnitTable table, PartialSums sums, RecordCounters counters) {
        for (int i = 0; i < size; i++) {
            // an earlier record of the batch may have added the unit since it was looked up
            int number = numbers[i] < 0 ? find(i, table) : numbers[i];
            table.cursor().moveTo(periods[i], number);
            gate.decide(records[i], table, sums, counters);
        }
    }

    private int find(int i, UnitTable table) {
        return table.cursor().find(records[i], periods[i], hashes[i]);
    }
}
