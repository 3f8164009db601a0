package dev.weir.operators.keys;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the number of a record's key among the declared ones. The number depends on the record and on public
 * configuration alone. For use by one thread.
 *
 * <p>The values of several attributes are joined by a byte that UTF-8 never contains, so different combinations have
 * different bytes.
 */
public final class KeyFinder {

    /** The result for a key that is not declared and that no other key takes. */
    public static final int ABSENT = DeclaredKeyTable.ABSENT;

    private static final byte SEPARATOR = (byte) 0xFF;

    private final int attributes;
    private final DeclaredKeyTable table;
    private final Others others;

    /** For each attribute whose other values have a name, the table of its declared values. */
    private final @Nullable DeclaredKeyTable[] values;

    /** For each attribute, the bytes of the name of its other values. */
    private final byte[][] names;

    /** The index after the last byte of each attribute in {@link #joined}. */
    private final int[] ends;

    private byte[] joined = new byte[64];

    private KeyFinder(int attributes, DeclaredKeyTable table, Others others, @Nullable DeclaredKeyTable[] values) {
        this.attributes = attributes;
        this.table = table;
        this.others = others;
        this.values = values;
        this.names = others.names().stream().map(KeyFinder::utf8).toArray(byte[][]::new);
        this.ends = new int[attributes];
    }

    /** The finder of the only key of a query that reads no field. */
    static KeyFinder ofNone() {
        return new KeyFinder(0, new DeclaredKeyTable(new byte[][] {{}}), Others.NONE, new DeclaredKeyTable[0]);
    }

    /**
     * The finder of declared keys.
     *
     * @param keys the values of each key's attributes
     * @param attributes how many attributes each key has, at least 1
     * @param others the names of values that are not declared
     */
    static KeyFinder of(List<List<String>> keys, int attributes, Others others) {
        DeclaredKeyTable table =
                new DeclaredKeyTable(keys.stream().map(KeyFinder::join).toArray(byte[][]::new));
        DeclaredKeyTable[] values = new DeclaredKeyTable[attributes];
        for (int i = 0; i < attributes; i++) {
            int attribute = i;
            boolean hasName = !others.isTail()
                    && !others.isNone()
                    && !others.names().get(i).isEmpty();
            values[i] = hasName
                    ? new DeclaredKeyTable(keys.stream()
                            .map(key -> key.get(attribute))
                            .distinct()
                            .toList())
                    : null;
        }
        return new KeyFinder(attributes, table, others, values);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] join(List<String> values) {
        byte[][] parts = values.stream().map(KeyFinder::utf8).toArray(byte[][]::new);
        byte[] joined =
                new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum() + parts.length - 1];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, at, part.length);
            at += part.length;
            if (at < joined.length) {
                joined[at++] = SEPARATOR;
            }
        }
        return joined;
    }

    /**
     * Returns the number of a record's key, or {@link #ABSENT}.
     *
     * @param bytes the array with the value of the only attribute, as UTF-8
     * @param from the index of the value's first byte
     * @param to the index after the value's last byte
     */
    public int find(byte[] bytes, int from, int to) {
        int number = table.find(bytes, from, to);
        return number == ABSENT && !others.isNone() ? table.find(names[0], 0, names[0].length) : number;
    }

    /**
     * Returns the number of a record's key, or {@link #ABSENT}. An attribute without a value counts as one with a value
     * that is not declared.
     *
     * @param record the attributes of the record
     */
    public int find(KeyValues record) {
        return others.isTail() ? longestMatch(record) : match(record);
    }

    private int match(KeyValues record) {
        for (int i = 0; i < attributes; i++) {
            DeclaredKeyTable declared = values[i];
            boolean isOther = !record.has(i)
                    || (declared != null && declared.find(record.bytes(i), record.from(i), record.to(i)) == ABSENT);
            if (isOther && declared == null) {
                return ABSENT;
            }
            if (isOther) {
                append(i, names[i], 0, names[i].length);
            } else {
                append(i, record.bytes(i), record.from(i), record.to(i));
            }
        }
        return table.find(joined, 0, attributes == 0 ? 0 : ends[attributes - 1]);
    }

    /** Tries the record's own combination, then those in which more and more of the last attributes are replaced. */
    private int longestMatch(KeyValues record) {
        int kept = 0;
        while (kept < attributes && record.has(kept)) {
            append(kept, record.bytes(kept), record.from(kept), record.to(kept));
            kept++;
        }
        int found = ABSENT;
        for (; kept >= 0 && found == ABSENT; kept--) {
            for (int i = kept; i < attributes; i++) {
                append(i, names[i], 0, names[i].length);
            }
            found = table.find(joined, 0, ends[attributes - 1]);
        }
        return found;
    }

    /** Puts the value of an attribute behind those of the attributes before it. */
    private void append(int attribute, byte[] bytes, int from, int to) {
        int start = attribute == 0 ? 0 : ends[attribute - 1] + 1;
        int end = start + to - from;
        if (end > joined.length) {
            joined = Arrays.copyOf(joined, Math.max(end, 2 * joined.length));
        }
        if (attribute > 0) {
            joined[start - 1] = SEPARATOR;
        }
        System.arraycopy(bytes, from, joined, start, to - from);
        ends[attribute] = end;
    }
}
