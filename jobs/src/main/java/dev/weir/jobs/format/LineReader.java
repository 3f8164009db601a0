package dev.weir.jobs.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into lines without decoding them. A line ends with LF, with CR LF, or at the end of the stream. Only
 * the beginning of a line that is too long is kept, so that memory is bounded for every input.
 */
final class LineReader implements RecordCutter {

    private final InputStream in;
    private final int largest;
    private final byte[] chunk = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;

    /**
     * @param in the stream
     * @param largest the maximum length of a line in bytes; one byte more of a longer line is kept, which shows that the line
     *     is too long
     */
    LineReader(InputStream in, int largest) {
        this.in = in;
        this.largest = largest;
    }

    /** Returns the next line without its end; null at the end of the stream. */
    @Override
    public byte @Nullable [] next() throws IOException {
        if (!fill()) {
            return null;
        }
        line.reset();
        boolean ended = false;
        while (!ended && fill()) {
            ended = readToLineEnd();
        }
        return withoutReturn(line.toByteArray(), ended);
    }

    /** Keeps the rest of the line as far as it is in the chunk; returns whether the chunk holds the line's end. */
    private boolean readToLineEnd() {
        int from = at;
        while (at < end && chunk[at] != '\n') {
            at++;
        }
        keep(from, at);
        boolean ended = at < end;
        at += ended ? 1 : 0;
        return ended;
    }

    /** Reads the next chunk if no byte of the last one is left; returns whether there is a byte to read. */
    private boolean fill() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.readNBytes(chunk, 0, chunk.length));
        }
        return at < end;
    }

    /**
     * Keeps bytes of the chunk, up to {@code largest + 2} bytes of a line: one of the two may be a carriage return, the other
     * shows that the line is too long.
     */
    private void keep(int from, int to) {
        line.write(chunk, from, (int) Math.min(to - from, largest + 2L - line.size()));
    }

    private byte[] withoutReturn(byte[] bytes, boolean ended) {
        int length = bytes.length;
        if (ended && length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        length = Math.min(length, largest + 1);
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
