package dev.weir.jobs.format.protobuf;

import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.binary.RegistryHeader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a file of messages, each behind its length as {@code writeDelimitedTo} writes it, into the messages that a topic would have. */
final class DelimitedFile implements RecordCutter {

    private static final int LENGTH_BITS = 35;

    private final InputStream in;
    private final RegistryHeader header;
    private final byte[] indexes;
    private final int largest;

    /**
     * @param in the file
     * @param header the header of messages
     * @param indexes what follows the header; empty if messages have none
     * @param largest the largest size of a message
     */
    DelimitedFile(InputStream in, RegistryHeader header, byte[] indexes, int largest) {
        this.in = in;
        this.header = header;
        this.indexes = indexes;
        this.largest = largest;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        long length = length(first);
        int kept = (int) Math.min(length, largest + 1L);
        byte[] message = new byte[indexes.length + kept];
        System.arraycopy(indexes, 0, message, 0, indexes.length);
        if (in.readNBytes(message, indexes.length, kept) < kept) {
            throw ended();
        }
        in.skipNBytes(length - kept);
        return header.before(message, 0, message.length);
    }

    private long length(int first) throws IOException {
        long length = first & 0x7F;
        int one = first;
        for (int shift = 7; one >= 0x80; shift += 7) {
            one = in.read();
            if (one < 0 || shift >= LENGTH_BITS) {
                throw ended();
            }
            length |= (long) (one & 0x7F) << shift;
        }
        return length;
    }

    private static EOFException ended() {
        return new EOFException(
                "the file must have messages behind their lengths, as writeDelimitedTo writes them, and ends within one");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
