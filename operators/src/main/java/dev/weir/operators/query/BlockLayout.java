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

    /**
     * The largest number of words of one query in a record. A record on its way to the gate states the number of words
     * in 16 bits.
     */
    private static final int MOST_WORDS = 60_000;

    /**
     * The largest number of coordinates of a cell. A release is one row, and the task draws all its coordinates before
     * it does anything else.
     */
    private static final int MOST_COORDINATES = 65_536;

    private final int[] words;
    private final int[] coordinates;
    private final int[] measured;

    /** Creates the layout of a query's aggregates, in their order. */
    BlockLayout(List<Aggregate> aggregates) {
        words = starts(aggregates, Aggregate::words);
        coordinates = starts(aggregates, Aggregate::coordinates);
        measured = starts(aggregates, Aggregate::measured);
    }

    /**
     * Refuses aggregates that take too many words of a record, or too many totals of a cell.
     *
     * @param query the name of the query
     * @param aggregates the aggregates of the query
     * @throws IllegalArgumentException if the aggregates take more than {@link #MOST_WORDS} or {@link #MOST_COORDINATES}
     */
    static void requireFitting(String query, List<Aggregate> aggregates) {
        long coordinates = aggregates.stream().mapToLong(Aggregate::coordinates).sum();
        if (coordinates > MOST_COORDINATES) {
            throw new IllegalArgumentException("release must keep at most " + MOST_COORDINATES
                    + " numbers of a cell, were " + coordinates + " in query " + query);
        }
        long words = aggregates.stream().mapToLong(Aggregate::words).sum();
        if (words > MOST_WORDS) {
            throw new IllegalArgumentException("release must read at most " + MOST_WORDS + " words of a record, were "
                    + words + " in query " + query);
        }
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
