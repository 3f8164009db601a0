package dev.weir.operators.query;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import java.io.Serializable;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Where the numbers of a query's aggregates lie in three arrays of longs, one aggregate after the other: in the words of a
 * record, in the totals of a cell, and in what is measured of a cell. {@link Query#layout} makes one.
 */
public final class BlockLayout implements CellRules.Offsets, StepDraws.Offsets, Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] words;
    private final int[] coordinates;
    private final int[] measured;

    /** The layout of a query's aggregates, in their order. */
    BlockLayout(List<Aggregate> aggregates) {
        words = starts(aggregates, Aggregate::words);
        coordinates = starts(aggregates, Aggregate::coordinates);
        measured = starts(aggregates, Aggregate::measured);
    }

    private static int[] starts(List<Aggregate> aggregates, ToIntFunction<Aggregate> size) {
        int[] starts = new int[aggregates.size() + 1];
        for (int i = 0; i < aggregates.size(); i++) {
            starts[i + 1] = starts[i] + size.applyAsInt(aggregates.get(i));
        }
        return starts;
    }

    /**
     * Where the words of an aggregate start in a record's.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int word(int aggregate) {
        return words[aggregate];
    }

    /** How many words a record carries to the gate for the query. */
    public int words() {
        return words[words.length - 1];
    }

    /**
     * Where the totals of an aggregate start in a cell's.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int coordinate(int aggregate) {
        return coordinates[aggregate];
    }

    /** How many longs the totals of a cell take. */
    public int coordinates() {
        return coordinates[coordinates.length - 1];
    }

    /**
     * Where the measured numbers of an aggregate start in a cell's.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int measuredAt(int aggregate) {
        return measured[aggregate];
    }

    /** How many numbers are measured of a cell. */
    public int measured() {
        return measured[measured.length - 1];
    }
}
