package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The accounts of the keys of one query in one key group: {@link KeyAccount#WORDS} words for each key, by its entry.
 *
 * <p>Accounts are kept for good, even if their keys are no longer declared, so that a plan that drops a key and later
 * declares it again does not renew the key's account. Each account takes 16 bytes. An account is written under the name
 * of its key, and only if something has been spent from it.
 *
 * <p>Keys of levels share one account. Where a new version gives a query levels, the shared account of a key group begins with what
 * its key has spent that has spent most; it begins anew in a group that had no key of the query. Where a new version takes levels away, each
 * key begins with what the shared account has spent.
 */
final class KeyAccounts implements StatePart {

    private static final int WORDS = KeyAccount.WORDS;

    private long[] words;
    private final KeyEntries keys;
    private final Map<String, long[]> undeclaredKeys = new TreeMap<>();

    /** Creates accounts from which nothing has been spent. */
    KeyAccounts(KeyEntries keys) {
        this.keys = keys;
        this.words = new long[keys.size() * WORDS];
    }

    /** The words of all accounts. */
    long[] words() {
        return words;
    }

    /** The index of the first word of the account of an entry. */
    int at(int entry) {
        return entry * WORDS;
    }

    @Override
    public void copyArrays() {
        words = words.clone();
    }

    @Override
    public View view() {
        long[] viewed = words;
        Map<String, long[]> undeclared = Map.copyOf(undeclaredKeys);
        return out -> write(viewed, undeclared, out);
    }

    private void write(long[] viewed, Map<String, long[]> undeclared, DataOutput out) throws IOException {
        int[] spent = IntStream.range(0, keys.size())
                .filter(entry -> isSpent(viewed, at(entry)))
                .toArray();
        out.writeInt(spent.length + undeclared.size());
        for (int entry : spent) {
            write(keys.name(entry), viewed, at(entry), out);
        }
        for (Map.Entry<String, long[]> account : undeclared.entrySet()) {
            write(account.getKey(), account.getValue(), 0, out);
        }
    }

    private static boolean isSpent(long[] words, int at) {
        return (words[at] | words[at + 1]) != 0;
    }

    private static void write(String name, long[] words, int at, DataOutput out) throws IOException {
        out.writeUTF(name);
        DataFields.writeWords(words, at, WORDS, out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        Map<String, Integer> entries = entriesByName();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Integer entry = entries.get(name);
            long[] target = entry == null ? undeclaredKeys.computeIfAbsent(name, unknown -> new long[WORDS]) : words;
            DataFields.readWords(in, target, entry == null ? 0 : at(entry), WORDS);
        }
        if (keys.areShared()) {
            undeclaredKeys.values().forEach(account -> KeyAccount.raise(words, 0, account, 0));
        } else if (undeclaredKeys.containsKey(KeyEntries.SHARED)) {
            raiseAll(undeclaredKeys.get(KeyEntries.SHARED));
        }
    }

    private void raiseAll(long[] shared) {
        for (int entry = 0; entry < keys.size(); entry++) {
            KeyAccount.raise(words, at(entry), shared, 0);
        }
    }

    private Map<String, Integer> entriesByName() {
        Map<String, Integer> entries = new HashMap<>();
        for (int entry = 0; entry < keys.size(); entry++) {
            entries.put(keys.name(entry), entry);
        }
        return entries;
    }
}
