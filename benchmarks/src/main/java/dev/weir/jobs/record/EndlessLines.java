package dev.weir.jobs.record;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A stream of characters that repeats given ASCII lines without end. */
final class EndlessLines extends Reader {

    private final char[] text;
    private int at;

    EndlessLines(List<byte[]> lines) {
        StringBuilder joined = new StringBuilder();
        lines.forEach(line ->
                joined.append(new String(line, StandardCharsets.ISO_8859_1)).append('\n'));
        text = joined.toString().toCharArray();
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
        int count = Math.min(length, text.length - at);
        System.arraycopy(text, at, buffer, offset, count);
        at = (at + count) % text.length;
        return count;
    }

    @Override
    public void close() {
        at = 0;
    }
}
