package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * What has been published about each key of one query in one key group: the words of an account a key, by its row.
 *
 * <p>Kept for good, and of keys that are no longer declared too, so that a plan that drops a key and takes it up again does
 * not renew its account. 16 bytes a key; written by name, and only where something has been spent.
 */
final class KeyAccounts {

    private static final int WORDS = KeyAccount.WORDS;

    private final long[] words;
    private final Map<String, Integer> rows = new HashMap<>();
    private final String[] names;
    private final Map<String, long[]> absent = new TreeMap<>();

    /** Unspent accounts of so many keys. */
    KeyAccounts(int keys, IntFunction<String> nameOfRow) {
        words = new long[keys * WORDS];
        names = new String[keys];
        for (int row = 0; row < keys; row++) {
            names[row] = nameOfRow.apply(row);
        }
    }

    /** The words of all accounts. */
    long[] words() {
        return words;
    }

    /** Where the account of a row starts. */
    int at(int row) {
        return row * WORDS;
    }

    /** Writes the accounts as they are now, whenever it is called. */
    Writer view() {
        long[] then = words;
        Map<String, long[]> elsewhere = Map.copyOf(absent);
        return out -> write(then, elsewhere, out);
    }

    private void write(long[] then, Map<String, long[]> elsewhere, DataOutput out) throws IOException {
        int spent = 0;
        for (int row = 0; row < names.length; row++) {
            spent += isSpent(then, at(row)) ? 1 : 0;
        }
        out.writeInt(spent + elsewhere.size());
        for (int row = 0; row < names.length; row++) {
            if (isSpent(then, at(row))) {
                write(names[row], then, at(row), out);
            }
        }
        for (Map.Entry<String, long[]> account : elsewhere.entrySet()) {
            write(account.getKey(), account.getValue(), 0, out);
        }
    }

    private static boolean isSpent(long[] words, int at) {
        return (words[at] | words[at + 1]) != 0;
    }

    private static void write(String name, long[] words, int at, DataOutput out) throws IOException {
        out.writeUTF(name);
        for (int i = 0; i < WORDS; i++) {
            out.writeLong(words[at + i]);
        }
    }

    void read(DataInput in) throws IOException {
        for (int row = 0; row < names.length; row++) {
            rows.put(names[row], row);
        }
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Integer row = rows.get(name);
            long[] target = row == null ? absent.computeIfAbsent(name, unknown -> new long[WORDS]) : words;
            for (int i = 0; i < WORDS; i++) {
                target[(row == null ? 0 : at(row)) + i] = in.readLong();
            }
        }
        rows.clear();
    }

    /** Writes something down. */
    interface Writer {
        void write(DataOutput out) throws IOException;
    }
}
