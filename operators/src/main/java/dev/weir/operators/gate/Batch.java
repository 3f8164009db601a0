package dev.weir.operators.gate;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.Offer;
import dev.weir.operators.tally.Tally;
import java.util.Arrays;
import java.util.List;

/**
 * Offers that wait for the gate, in their order. The gate's cost is cache misses; it emits nothing until a watermark or a
 * barrier, so offers may wait for each other, and a look at where all their units lie, and then all their cells, lets
 * the misses overlap. Whoever hands over sums or closes windows drains first: nothing waits over a checkpoint.
 */
final class Batch {

    private static final int CAPACITY = 64;

    private final PrivacyUnit unit;
    private final UnitTable[] tables;
    private final Offer[] offers = new Offer[CAPACITY];
    private final int[] groups = new int[CAPACITY];
    private final long[] periods = new long[CAPACITY];
    private final long[] hashes = new long[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private int size;

    /** What the looks have seen: kept, so that the compiler may not leave them out. */
    @SuppressWarnings("UnusedVariable")
    private long seen;

    /** @param tables the tables of the subtask's key groups */
    Batch(PrivacyUnit unit, List<UnitTable> tables) {
        this.unit = unit;
        this.tables = tables.toArray(UnitTable[]::new);
        Arrays.setAll(offers, i -> new Offer());
    }

    /** Adds a copy of an offer for the table of a key group. */
    void add(Offer offer, int group) {
        offers[size].copyFrom(offer);
        groups[size] = group;
        periods[size] = unit.period(offer.time());
        hashes[size] = UnitRows.hash(offer, periods[size]);
        size++;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    /** Passes all that wait through the gate. */
    void drain(Gate gate, PartialSums sums, Tally tally) {
        touchUnits();
        for (int i = 0; i < size; i++) {
            numbers[i] = find(i);
            seen += numbers[i] < 0 ? 0 : gate.touchCellIndex(offers[i], tables[groups[i]], numbers[i]);
        }
        for (int i = 0; i < size; i++) {
            seen += numbers[i] < 0 ? 0 : gate.touchCells(offers[i], tables[groups[i]], numbers[i]);
        }
        for (int i = 0; i < size; i++) {
            UnitTable table = tables[groups[i]];
            table.visitor().enter(periods[i], numbers[i] < 0 ? find(i) : numbers[i]);
            gate.decide(offers[i], table, sums, tally);
        }
        size = 0;
    }

    private void touchUnits() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += tables[groups[i]].units().touchIndex(hashes[i]);
        }
        for (int i = 0; i < size; i++) {
            sum += tables[groups[i]].units().touchRow(hashes[i]);
        }
        seen += sum;
    }

    /** Who was known some offers ago is known now; who was not may have become so. */
    private int find(int i) {
        return tables[groups[i]].visitor().find(offers[i], periods[i], hashes[i]);
    }
}
