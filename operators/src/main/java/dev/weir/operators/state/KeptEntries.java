package dev.weir.operators.state;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Entries that keep everything that is added to them: each call of {@link #touch} appends a group of zeros to an entry, to be filled by the
 * caller. The groups of an entry are in one array of its own from index 0 on, and {@link #at} is the index of the last group. The array may
 * be longer than its groups.
 *
 * <p>Groups are only appended, so a copy shares the arrays: what is appended later lies behind the groups of the copy.
 *
 * <p>Memory: 8 bytes for each long of a group, and up to half as many again.
 */
public final class KeptEntries extends PagedEntries {

    private static final int FEWEST = 4;

    private final Map<Integer, Groups> entries = new TreeMap<>();
    private final int most;

    /** The groups of one entry. Only the latest of several copies may append. */
    private record Groups(long[] longs, int length) {}

    private KeptEntries(int width, int most) {
        super(0, width);
        this.most = most;
    }

    /**
     * Creates empty entries.
     *
     * @param entries the number of entries
     * @param width the number of longs of a group, at least 1
     * @param most the largest number of groups that an entry keeps, or 0 for entries of one group each, to which numbers are added
     */
    public static PagedEntries or(int entries, int width, int most) {
        return most == 0 ? new PagedEntries(entries, width) : new KeptEntries(width, most);
    }

    @Override
    public KeptEntries copy() {
        KeptEntries copy = new KeptEntries(width(), most);
        copy.entries.putAll(entries);
        return copy;
    }

    /** @throws IllegalStateException if the entry keeps as many groups as it may */
    @Override
    public long[] touch(int entry) {
        Groups before = entries.getOrDefault(entry, new Groups(new long[FEWEST * width()], 0));
        int length = before.length + width();
        if (length / width() > most) {
            throw new IllegalStateException("records of a cell must be at most " + most);
        }
        long[] longs = before.longs.length >= length
                ? before.longs
                : Arrays.copyOf(before.longs, Math.addExact(length, Math.max(length / 2, width())));
        entries.put(entry, new Groups(longs, length));
        return longs;
    }

    @Override
    public int at(int entry) {
        Groups groups = entries.get(entry);
        return groups == null ? 0 : groups.length - width();
    }

    @Override
    public long @Nullable [] find(int entry) {
        Groups groups = entries.get(entry);
        return groups == null ? null : groups.longs;
    }

    /** Passes all groups that contain a number other than 0 to a consumer, one by one, in the order of the entries. */
    @Override
    public <E extends Exception> void forEachNonZero(EntryConsumer<E> consumer) throws E {
        for (Map.Entry<Integer, Groups> entry : entries.entrySet()) {
            for (int at = 0; at < entry.getValue().length; at += width()) {
                if (!isZero(entry.getValue().longs, at)) {
                    consumer.accept(entry.getKey(), entry.getValue().longs, at);
                }
            }
        }
    }
}
