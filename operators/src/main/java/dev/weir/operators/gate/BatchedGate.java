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
 * Passes the records of a batch through the gate, one after the other in their order. Cache misses take most of the
 * gate's time. Therefore the entries of many units and then their cells are read before the first decision, so that the
 * processor overlaps these misses.
 */
final class BatchedGate {

    private static final int CAPACITY = 128;

    private final Gate gate;
    private final PrivacyUnit unit;
    private final AdmittedRecord[] records = new AdmittedRecord[CAPACITY];
    private final long[] periods = new long[CAPACITY];
    private final long[] hashes = new long[CAPACITY];
    private final int[] candidates = new int[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private final CellPrefetch cellPrefetch = new CellPrefetch();
    private int size;

    /**
     * The period of the last record, and its start and end. Most records fall into the same period as the one before,
     * so a division is rarely needed.
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
        UnitEntries units = table.units();
        prefetchUnits(units);
        for (int i = 0; i < size; i++) {
            numbers[i] = units.find(records[i], periods[i], hashes[i], candidates[i]);
        }
        if (gate.remembersCells()) {
            prefetchCells(table.cells());
        }
    }

    /** Reads the buckets of the batch's units, then the entries of their candidates, and keeps the candidates. */
    private void prefetchUnits(UnitEntries units) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += units.prefetchIndex(hashes[i]);
        }
        for (int i = 0; i < size; i++) {
            int candidate = units.candidate(hashes[i]);
            candidates[i] = candidate;
            sum += candidate < 0 ? 0 : units.prefetchEntry(candidate);
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
     * Saves the entries and cells of all units that a record of the batch may change, because a running checkpoint
     * needs them as they were. New units need not be saved, because they are not part of the checkpoint.
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
            // an earlier record of the batch may have added this unit after the look-up above
            int number = numbers[i] < 0 ? find(i, table) : numbers[i];
            table.cursor().moveTo(periods[i], number);
            gate.decide(records[i], table, sums, counters);
        }
    }

    private int find(int i, UnitTable table) {
        return table.cursor().find(records[i], periods[i], hashes[i]);
    }
}
