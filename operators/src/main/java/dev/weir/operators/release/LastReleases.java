package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Query;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was released last of each key of one query in one key group, as far as later draws refer to it: one number for each
 * aggregate that remembers its first. All of them have been released, or wait for the checkpoint that this state is part of.
 */
final class LastReleases {

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

    /** Writes what was released last of a key to where its next release goes. */
    void recall(int row, long[] released) {
        for (int i = 0; i < places.length; i++) {
            released[places[i]] = words[row * places.length + i];
        }
    }

    /** A key has been released. */
    void keep(int row, long[] released) {
        for (int i = 0; i < places.length; i++) {
            words[row * places.length + i] = released[places[i]];
        }
    }

    /** The numbers as they are now; {@link #copyArrays} must be called before anything is kept. */
    Releaser.Part view() {
        long[] viewed = words;
        return places.length == 0 ? out -> {} : out -> write(viewed, out);
    }

    private static void write(long[] words, DataOutput out) throws IOException {
        for (long word : words) {
            out.writeLong(word);
        }
    }

    void copyArrays() {
        words = words.clone();
    }

    void read(DataInput in) throws IOException {
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
    }
}
