package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was released last of each key of one query in one key group, as far as later draws refer to it: one number for each
 * aggregate that remembers its first. All of them have been released, or wait for the checkpoint that this state is part of.
 */
final class LastReleases implements StatePart {

    /** Where the numbers stand among the released ones. */
    private final int[] places;

    private long[] words;

    /**
     * Nothing has been released.
     *
     * @param rows how many keys there are
     */
    LastReleases(Query query, int rows) {
        List<Aggregate> aggregates = query.aggregates();
        places = IntStream.range(0, aggregates.size())
                .filter(i -> aggregates.get(i).remembersFirst())
                .map(query.layout()::measuredAt)
                .toArray();
        words = new long[Math.multiplyExact(rows, places.length)];
    }

    /** Writes what was released last of a key to where its next release goes, from {@code to} on. */
    void recall(int row, long[] released, int to) {
        for (int i = 0; i < places.length; i++) {
            released[to + places[i]] = words[row * places.length + i];
        }
    }

    /** A key has been released: what is released of it stands from {@code from} on. */
    void keep(int row, long[] released, int from) {
        for (int i = 0; i < places.length; i++) {
            words[row * places.length + i] = released[from + places[i]];
        }
    }

    @Override
    public View view() {
        long[] viewed = words;
        return places.length == 0 ? out -> {} : out -> DataFields.writeWords(viewed, 0, viewed.length, out);
    }

    @Override
    public void copyArrays() {
        words = words.clone();
    }

    @Override
    public void read(DataInput in) throws IOException {
        DataFields.readWords(in, words, 0, words.length);
    }
}
