package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.nio.ByteBuffer;
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
    private final ByteBuffer rows;
    private int count;

    /**
     * Makes messages of records.
     *
     * @param most how many bytes a message of several rows may have, from 1 to {@link #MOST_BYTES}
     * @param messages takes them one by one
     */
    LedgerMessages(int most, Consumer<byte[]> messages) {
        this.messages = messages;
        this.rows = ByteBuffer.allocate(most).put(SEVERAL);
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
            rows.putInt(bytes.length).put(bytes);
            count++;
        } else {
            messages.accept(bytes);
        }
    }

    /** Whether a record has room in the message of several rows, as far as that has been filled. */
    private boolean fits(byte[] record) {
        return rows.remaining() >= Integer.BYTES + record.length;
    }

    /** Makes a message of what there is; nothing follows. */
    public void end() {
        if (count > 0) {
            int from = count == 1 ? Byte.BYTES + Integer.BYTES : 0;
            messages.accept(Arrays.copyOfRange(rows.array(), from, rows.position()));
        }
        rows.position(Byte.BYTES);
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
            ByteBuffer rest = rows(message);
            while (rest.hasRemaining()) {
                records.accept(next(rest));
            }
        } else {
            records.accept(NO_RECORD);
        }
    }

    private static ByteBuffer rows(byte[] message) {
        return ByteBuffer.wrap(message, Byte.BYTES, message.length - Byte.BYTES);
    }

    /** Whether there is a record, and all end where the bytes end. */
    private static boolean isWhole(ByteBuffer rest) {
        int length = 0;
        do {
            length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
            if (length < 0 || length > rest.remaining()) {
                return false;
            }
            rest.position(rest.position() + length);
        } while (rest.hasRemaining());
        return true;
    }

    private static byte[] next(ByteBuffer rest) {
        byte[] record = new byte[rest.getInt()];
        rest.get(record);
        return record;
    }
}
