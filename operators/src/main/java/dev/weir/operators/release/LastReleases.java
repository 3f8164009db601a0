package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The last released numbers of each key of one query in one key group that later draws need: one number for each
 * aggregate that remembers its first. All of them have been released, or wait for the checkpoint that contains this
 * state.
 */
final class LastReleases implements StatePart {

    /** The offsets of these numbers among the released ones. */
    private final int[] places;

    private long[] words;

    /**
     * No released numbers.
     *
     * @param entries how many keys there are
     */
    LastReleases(Query query, int entries) {
        List<Aggregate> aggregates = query.aggregates();
        places = IntStream.range(0, aggregates.size())
                .filter(i -> aggregates.get(i).remembersFirst())
                .map(query.layout()::measuredAt)
                .toArray();
        words = new long[Math.multiplyExact(entries, places.length)];
    }

    /** Writes the last released numbers of a key to the places of its next release, from {@code to} on. */
    void recall(int entry, long[] released, int to) {
        for (int i = 0; i < places.length; i++) {
            released[to + places[i]] = words[entry * places.length + i];
        }
    }

    /** Keeps the released numbers of a key, which start at {@code from}. */
    void keep(int entry, long[] released, int from) {
        for (int i = 0; i < places.length; i++) {
            words[entry * places.length + i] = released[from + places[i]];
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
