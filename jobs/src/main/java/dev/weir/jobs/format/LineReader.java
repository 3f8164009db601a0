package dev.weir.jobs.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into lines without decoding them. A line ends with LF or CR LF, or with the stream. Of a line that
 * is too long only the beginning is kept, so that memory is bounded whatever the stream holds.
 */
final class LineReader implements RecordCutter {

    private final InputStream in;
    private final int largest;
    private final byte[] chunk = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;

    /** @param largest the most bytes of a line; of a longer line one byte more is kept, which shows that it is longer */
    LineReader(InputStream in, int largest) {
        this.in = in;
        this.largest = largest;
    }

    /** The next line without its end, or nothing at the end of the stream. */
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

    /** Keeps what the chunk has left of the line; returns whether the line's end was there. */
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

    /** Whether there are bytes left, having read some if need be. */
    private boolean fill() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.readNBytes(chunk, 0, chunk.length));
        }
        return at < end;
    }

    /** Keeps up to two bytes more than the largest line: one may be a carriage return, one shows that it is too long. */
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
