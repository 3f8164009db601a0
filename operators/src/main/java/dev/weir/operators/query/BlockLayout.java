package dev.weir.operators.query;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import java.io.Serializable;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The offsets of a query's aggregates in three arrays of longs: the words of a record, the totals of a cell, and the
 * measured numbers of a cell. In each array the aggregates follow one another. {@link Query#layout} creates a layout.
 */
public final class BlockLayout implements CellRules.Offsets, StepDraws.Offsets, Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] words;
    private final int[] coordinates;
    private final int[] measured;

    /** Creates the layout of a query's aggregates, in their order. */
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
     * The offset of an aggregate's words among the words of a record.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int word(int aggregate) {
        return words[aggregate];
    }

    /** The number of words that a record carries to the gate for the query. */
    public int words() {
        return words[words.length - 1];
    }

    /**
     * The offset of an aggregate's totals among the totals of a cell.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int coordinate(int aggregate) {
        return coordinates[aggregate];
    }

    /** The number of totals of a cell. */
    public int coordinates() {
        return coordinates[coordinates.length - 1];
    }

    /**
     * The offset of an aggregate's measured numbers among the measured numbers of a cell.
     *
     * @param aggregate the aggregate's number in its query
     */
    @Override
    public int measuredAt(int aggregate) {
        return measured[aggregate];
    }

    /** The number of measured numbers of a cell. */
    public int measured() {
        return measured[measured.length - 1];
    }
}
