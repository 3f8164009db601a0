package dev.weir.operators.keys;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A hash table from the bytes of a key to the key's number. It contains only the known keys and never changes. So a
 * look-up reads at most one whole run of occupied entries. Fewer than half of the entries are occupied, so runs are
 * short unless the declared keys were chosen to collide.
 */
public final class DeclaredKeyTable {

    /** The result of {@link #find} for bytes that are not a known key. */
    public static final int ABSENT = -1;

    private final byte[][] keys;
    private final int[] table;

    /** Creates the table of these keys. The key at index i has the number i. */
    DeclaredKeyTable(List<String> declared) {
        this(declared.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new));
    }

    /** Creates the table of keys that are given as bytes. The key at index i has the number i. */
    DeclaredKeyTable(byte[][] declared) {
        keys = declared;
        table = new int[Integer.highestOneBit(Math.max(1, keys.length)) * 4];
        Arrays.fill(table, ABSENT);
        for (int number = 0; number < keys.length; number++) {
            insert(number);
        }
    }

    private void insert(int number) {
        byte[] key = keys[number];
        int at = hash(key, 0, key.length) & (table.length - 1);
        while (table[at] != ABSENT) {
            at = (at + 1) & (table.length - 1);
        }
        table[at] = number;
    }

    /**
     * Returns the number of the key with the given bytes, or {@link #ABSENT}.
     *
     * @param bytes the array with the key as UTF-8
     * @param from the index of the key's first byte
     * @param to the index after the key's last byte
     */
    public int find(byte[] bytes, int from, int to) {
        int at = hash(bytes, from, to) & (table.length - 1);
        while (table[at] != ABSENT) {
            byte[] key = keys[table[at]];
            if (Arrays.equals(key, 0, key.length, bytes, from, to)) {
                return table[at];
            }
            at = (at + 1) & (table.length - 1);
        }
        return ABSENT;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        hash *= 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }
}
