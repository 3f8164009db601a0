package dev.weir.operators.ledger;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.state.DataFields;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The header of one file of a directory ledger. The file records either that an id was taken, or records that were
 * written under an id.
 *
 * <p>Bytes: the version of the format, whether the id was taken, the id, the name of the holder, the name of the file
 * before it was numbered; then for each record its length and its bytes; then -1.
 *
 * @param taken whether the file records that the id was taken; otherwise it contains records
 * @param id the id that was taken, or under which the records were written
 * @param holder the name of the holder, unique for every taking of an id
 * @param name the name of the file before it was numbered, unique for every file
 */
record Transaction(boolean taken, String id, String holder, String name) {

    private static final byte VERSION = 1;
    private static final int END = -1;

    /** Writes the file, and returns when it is durable. */
    void write(Path file, Iterable<? extends LedgerRecord> records) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            writeHeader(out);
            for (LedgerRecord record : records) {
                DataFields.writeBytes(LedgerBytes.encode(record), out);
            }
            out.writeInt(END);
        }
        PrivateFolder.force(file);
    }

    private void writeHeader(DataOutputStream out) throws IOException {
        out.writeByte(VERSION);
        out.writeBoolean(taken);
        out.writeUTF(id);
        out.writeUTF(holder);
        out.writeUTF(name);
    }

    /** The header of a file; null if the header is cut, damaged, or of another version. */
    static @Nullable Transaction of(Path file) throws IOException {
        try (DataInputStream in = open(file)) {
            return header(in);
        } catch (EOFException | UTFDataFormatException e) {
            return null;
        }
    }

    /**
     * Shows the records of a file up to the first damage, and reports a damage as missing records.
     *
     * @param file the file
     * @param records receives the records one by one
     */
    static void read(Path file, LedgerRecords records) throws IOException {
        try (DataInputStream in = open(file)) {
            if (header(in) == null || !readRecords(in, Files.size(file), records)) {
                records.missing();
            }
        } catch (EOFException | UTFDataFormatException e) {
            records.missing();
        }
    }

    /**
     * Reads the records, and returns whether all of them are undamaged. Only ledgers write these files, so undecodable
     * bytes are a damaged record.
     */
    private static boolean readRecords(DataInputStream in, long most, LedgerRecords records) throws IOException {
        int length = in.readInt();
        while (length >= 0 && length <= most) {
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            if (LedgerBytes.decode(bytes).isEmpty()) {
                return false;
            }
            records.accept(bytes);
            length = in.readInt();
        }
        return length == END;
    }

    private static @Nullable Transaction header(DataInputStream in) throws IOException {
        return in.readByte() == VERSION
                ? new Transaction(in.readBoolean(), in.readUTF(), in.readUTF(), in.readUTF())
                : null;
    }

    private static DataInputStream open(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }
}
