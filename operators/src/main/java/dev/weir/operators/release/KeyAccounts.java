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
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The accounts of the keys of one query in one key group: {@link KeyAccount#WORDS} words for each key, by its entry.
 *
 * <p>Accounts are kept for good, even if their keys are no longer declared, so that a plan that drops a key and later
 * declares it again does not renew the key's account. Each account takes 16 bytes. An account is written under the name
 * of its key, and only if something has been spent from it.
 *
 * <p><b>Levels.</b> Keys of levels share one account, of which every key group keeps a copy. The copy is written apart from the accounts of single
 * keys, because any text may be the name of a key. A key group does not know what keys of other groups have spent. Where a query gets levels, loses them,
 * or has others than before, all its accounts therefore begin as spent in the period that holds the time up to which any subtask has closed windows
 * ({@link #spendThrough}): no earlier charge belongs to a later period.
 *
 * <p><b>Adoptions.</b> A state that an operator has adopted, or the empty one, lacks charges for releases that other runs have published, and a ledger
 * that has lost its end does not name all of these. All accounts therefore count as spent in every period that begins at or before the time up to
 * which the adoption has closed windows ({@code Closing.upTo}). <i>Proof.</i> Let r be a release that was visible when the adoption was recorded. Its
 * window ends at or before that time ({@link dev.weir.operators.ledger.LedgerClock}), and it was charged to the period that holds the end of its window,
 * which begins no later. So no charge of such a release, named or not, belongs to a period from which an account pays after the adoption, and the
 * charges of a key in each period stay within its limit. Each start reads the closing from the ledger, so the rule also holds for keys that the state
 * does not have, for keys of queries that come back, and after a change of the periods: one that has begun before the adoption stays spent, however
 * long it is. Which releases are withheld is a function of the schedule and of the adoption, so it is public.
 */
final class KeyAccounts implements StatePart {

    private static final int WORDS = KeyAccount.WORDS;

    /** The name of the shared account among those of single keys, in tables of a format below 4. A key may have the same name. */
    private static final String OLD_SHARED = "*";

    private final KeyEntries keys;
    private final int size;
    private final Map<String, long[]> undeclaredKeys = new TreeMap<>();

    /** The accounts of all entries; the shared account if keys have levels. */
    private long[] words;

    /** What the shared account had spent when the query last had levels; for keys without levels. */
    private long[] formerlyShared = new long[WORDS];

    private long spentThrough = Long.MIN_VALUE;
    private boolean wereShared;

    /** Creates accounts from which nothing has been spent. */
    KeyAccounts(KeyEntries keys) {
        this.keys = keys;
        this.size = keys.areShared() ? 0 : keys.size();
        this.words = new long[keys.size() * WORDS];
    }

    /**
     * Charges the account of an entry and returns true, or changes nothing and returns false if the account cannot pay.
     *
     * @param period the period of the charge
     * @param entry the entry of the account; 0 if all keys share one
     */
    boolean pay(KeyAccount.Period period, int entry) {
        return period.start() > spentThrough && period.charge(words, entry * WORDS);
    }

    /** Regards all accounts as spent in every period that begins at or before {@code time}, epoch milliseconds. */
    void spendThrough(long time) {
        spentThrough = Math.max(spentThrough, time);
    }

    /** Whether keys share one account, or may have shared one when the state was written that has been read. */
    boolean areOrWereShared() {
        return keys.areShared() || wereShared;
    }

    @Override
    public void copyArrays() {
        words = words.clone();
    }

    @Override
    public View view() {
        long[] viewed = words;
        long through = spentThrough;
        Map<String, long[]> undeclared = Map.copyOf(undeclaredKeys);
        return out -> {
            out.writeLong(through);
            out.writeBoolean(keys.areShared());
            DataFields.writeWords(keys.areShared() ? viewed : formerlyShared, 0, WORDS, out);
            write(viewed, undeclared, out);
        };
    }

    private void write(long[] viewed, Map<String, long[]> undeclared, DataOutput out) throws IOException {
        int[] spent = IntStream.range(0, size)
                .filter(entry -> isSpent(viewed, entry * WORDS))
                .toArray();
        out.writeInt(spent.length + undeclared.size());
        for (int entry : spent) {
            write(keys.name(entry), viewed, entry * WORDS, out);
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
        spendThrough(in.readLong());
        wereShared = in.readBoolean();
        DataFields.readWords(in, keys.areShared() ? words : formerlyShared, 0, WORDS);
        if (isSpent(formerlyShared, 0)) {
            spendThrough(KeyAccount.latestPeriod(formerlyShared, 0));
        }
        Map<String, Integer> entries = entriesByName();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Integer entry = entries.get(name);
            long[] target = entry == null ? undeclaredKeys.computeIfAbsent(name, unknown -> new long[WORDS]) : words;
            DataFields.readWords(in, target, entry == null ? 0 : entry * WORDS, WORDS);
        }
    }

    private Map<String, Integer> entriesByName() {
        Map<String, Integer> entries = new HashMap<>();
        for (int entry = 0; entry < size; entry++) {
            entries.put(keys.name(entry), entry);
        }
        return entries;
    }

    /**
     * Returns accounts in a table of a format below 4 as {@link #read} reads them. What lies under the name of the shared account is taken for the
     * shared account and for that of a key.
     *
     * @throws IOException if the bytes are not in the format
     */
    static byte[] ofOldFormat(byte[] accounts) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(accounts);
        long[] shared = new long[WORDS];
        boolean wereShared = false;
        for (int left = in.readInt(); left > 0; left--) {
            boolean isShared = in.readUTF().equals(OLD_SHARED);
            DataFields.readWords(in, isShared ? shared : new long[WORDS], 0, WORDS);
            wereShared |= isShared;
        }
        DataOutputSerializer out = new DataOutputSerializer(accounts.length + 32);
        out.writeLong(Long.MIN_VALUE);
        out.writeBoolean(wereShared);
        DataFields.writeWords(shared, 0, WORDS, out);
        out.write(accounts);
        return out.getCopyOfBuffer();
    }
}
