package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The last released numbers of each key of one query in one key group, as far as later draws need them: the first
 * number of each aggregate that {@linkplain Aggregate#remembersFirst remembers} it. All these numbers have been
 * released or will be released with the checkpoint that contains this state, so they are not exact data.
 */
final class LastReleases implements StatePart {

    /** The offsets of the remembered numbers among the released numbers of a key. */
    private final int[] places;

    private long[] words;

    /**
     * Creates an object without released numbers.
     *
     * @param entries the number of keys
     */
    LastReleases(Query query, int entries) {
        List<Aggregate> aggregates = query.aggregates();
        places = IntStream.range(0, aggregates.size())
                .filter(i -> aggregates.get(i).remembersFirst())
                .map(query.layout()::measuredAt)
                .toArray();
        words = new long[Math.multiplyExact(entries, places.length)];
    }

    /** Copies the remembered numbers of a key into the array for its next release, which starts at index {@code to}. */
    void recall(int entry, long[] released, int to) {
        for (int i = 0; i < places.length; i++) {
            released[to + places[i]] = words[entry * places.length + i];
        }
    }

    /** Remembers numbers of a key's release, which starts at index {@code from}. */
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
