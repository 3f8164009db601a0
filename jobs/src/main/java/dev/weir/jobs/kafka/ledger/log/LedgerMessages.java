package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the records of a ledger are messages of its topic. A record is a message of its own, but for rows: those that follow each other
 * share messages of at most {@value #MOST_BYTES} bytes, because client and brokers take as long for each message as for some
 * hundred bytes more in one.
 *
 * <p>Bytes of a message of several rows: 0, then each of its records behind its length in four bytes, big-endian. No record begins
 * with 0: the first byte of a record is the version of the canonical form, from 1 on.
 */
public final class LedgerMessages {

    /** The most bytes of a message of several rows. */
    static final int MOST_BYTES = 1 << 14;

    /** Stands for a message that holds none: no record is empty. */
    private static final byte[] NO_RECORD = {};

    private static final byte SEVERAL = 0;

    private final Consumer<byte[]> messages;
    private final CanonicalWriter rows = new CanonicalWriter().code(SEVERAL);
    private final int most;
    private int count;

    /**
     * Makes messages of records.
     *
     * @param most how many bytes a message of several rows may have, from 1 to {@link #MOST_BYTES}
     * @param messages receives the messages one by one
     */
    LedgerMessages(int most, Consumer<byte[]> messages) {
        this.messages = messages;
        this.most = most;
    }

    /**
     * Takes the next record.
     *
     * @param record a record of the ledger
     */
    public void add(LedgerRecord record) {
        byte[] bytes = LedgerBytes.encode(record);
        boolean isRow = record instanceof RowEntry;
        if (!isRow || !fits(bytes)) {
            end();
        }
        if (isRow && fits(bytes)) {
            rows.block(bytes);
            count++;
        } else {
            messages.accept(bytes);
        }
    }

    /** Whether a record has room in the message of several rows, as far as that has been filled. */
    private boolean fits(byte[] record) {
        return most - rows.length() >= Integer.BYTES + record.length;
    }

    /** Makes a message of what there is; nothing follows. */
    public void end() {
        if (count > 0) {
            byte[] several = rows.bytes();
            messages.accept(
                    count == 1 ? Arrays.copyOfRange(several, Byte.BYTES + Integer.BYTES, several.length) : several);
        }
        rows.clear().code(SEVERAL);
        count = 0;
    }

    /**
     * Shows the records of a message. If its bytes are not what this class writes, an empty one comes in their place, which is no
     * record: nobody but this class writes a part of what it holds.
     *
     * @param message its value; null has no record either
     */
    static void read(byte @Nullable [] message, Consumer<byte[]> records) {
        if (message == null || message.length == 0 || message[0] != SEVERAL) {
            records.accept(message == null ? NO_RECORD : message);
        } else if (isWhole(rows(message))) {
            CanonicalReader rest = rows(message);
            while (rest.hasMore()) {
                records.accept(rest.block());
            }
        } else {
            records.accept(NO_RECORD);
        }
    }

    private static CanonicalReader rows(byte[] message) {
        return new CanonicalReader(message, Byte.BYTES);
    }

    /** Whether there is a record, and all end where the bytes end. */
    private static boolean isWhole(CanonicalReader rest) {
        try {
            do {
                rest.skipBlock();
            } while (rest.hasMore());
            return true;
        } catch (CanonicalReader.Malformed e) {
            return false;
        }
    }
}
