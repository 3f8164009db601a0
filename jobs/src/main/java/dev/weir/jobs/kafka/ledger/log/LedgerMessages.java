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
 * Encodes the records of a ledger as messages of its topic. Each record is a message of its own, except rows: consecutive rows
 * share messages of at most {@value #MOST_BYTES} bytes. The client and the brokers spend time on each message, however short it
 * is.
 *
 * <p>Bytes of a message of several rows: a 0, then each record, preceded by its length in four bytes, big-endian. No record
 * begins with 0: the first byte of a record is the version of the canonical form, from 1 on.
 */
public final class LedgerMessages {

    /** The maximum length, in bytes, of a message of several rows. */
    static final int MOST_BYTES = 1 << 14;

    /** Replaces a message that holds no record; a record is never empty. */
    private static final byte[] NO_RECORD = {};

    private static final byte SEVERAL = 0;

    private final Consumer<byte[]> messages;
    private final CanonicalWriter encoded = new CanonicalWriter();
    private final CanonicalWriter rows = new CanonicalWriter().code(SEVERAL);
    private final int most;
    private int count;

    /**
     * Creates an encoder.
     *
     * @param most the maximum length, in bytes, of a message of several rows, from 1 to {@link #MOST_BYTES}
     * @param messages receives the messages one by one
     */
    LedgerMessages(int most, Consumer<byte[]> messages) {
        this.messages = messages;
        this.most = most;
    }

    /**
     * Adds the next record.
     *
     * @param record a record of the ledger
     */
    public void add(LedgerRecord record) {
        LedgerBytes.write(record, encoded.clear());
        boolean isRow = record instanceof RowEntry;
        if (!isRow || !fits()) {
            end();
        }
        if (isRow && fits()) {
            rows.block(encoded);
            count++;
        } else {
            messages.accept(encoded.bytes());
        }
    }

    /** Whether the encoded record still fits into the current message of several rows. */
    private boolean fits() {
        return most - rows.length() >= Integer.BYTES + encoded.length();
    }

    /** Emits a message of the rows that are still collected. Called after the last record. */
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
     * Passes on the records of a message. A message that does not begin with 0 is one record and is passed on as it is. A
     * message of several rows is decoded only if it is whole, because this class never writes a part of one. In place of a
     * damaged message of several rows, or of a message without a value, an empty record is passed on, which readers take for an
     * unreadable record.
     *
     * @param message the message's value; null if it has no value
     * @param records receives the records
     */
    static void read(byte @Nullable [] message, Consumer<byte[]> records) {
        if (message == null || !isOfSeveral(message)) {
            records.accept(message == null ? NO_RECORD : message);
        } else if (isWhole(rows(message), CanonicalReader::skipBlock)) {
            CanonicalReader rest = rows(message);
            while (rest.hasMore()) {
                records.accept(rest.block());
            }
        } else {
            records.accept(NO_RECORD);
        }
    }

    /** Whether a message, by its first byte, is one of several rows. */
    private static boolean isOfSeveral(byte[] message) {
        return message.length > 0 && message[0] == SEVERAL;
    }

    /**
     * Whether a message of several rows is whole, and holds nothing else than rows. Nothing of it is copied.
     *
     * @param message the message's value; null if it has no value
     */
    static boolean isRows(byte @Nullable [] message) {
        return message != null && isOfSeveral(message) && isWhole(rows(message), RowEntry::skip);
    }

    private static CanonicalReader rows(byte[] message) {
        return new CanonicalReader(message, Byte.BYTES);
    }

    /** Whether there is at least one record, and the last record ends at the end of the bytes. */
    private static boolean isWhole(CanonicalReader rest, Consumer<CanonicalReader> skip) {
        try {
            do {
                skip.accept(rest);
            } while (rest.hasMore());
            return true;
        } catch (CanonicalReader.Malformed e) {
            return false;
        }
    }
}
