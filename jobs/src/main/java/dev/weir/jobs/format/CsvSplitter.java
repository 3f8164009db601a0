package dev.weir.jobs.format;

import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Splits one line of RFC 4180 in place. A quote stands only at the start and at the end of a field, or doubled within
 * quotes; a line end only at the end of the record, where it may be missing; every record has all columns. Another sign may stand
 * in place of the comma.
 *
 * <p>Own code, because a record counts or not by what is made of a stray quote, and the libraries that were tried let some
 * of them pass: docs/decisions/0016.
 */
final class CsvSplitter implements Splitter {

    static final int BROKEN = -1;

    /** For each column the number of the field that it holds, or {@link FieldNumbers#NONE}. */
    private final int[] columns;

    private final byte delimiter;

    /** The line that is being split. */
    private byte[] line = {};

    /** Fields whose doubled quotes have been made single, one behind the other. */
    private byte[] scratch = new byte[256];

    private int scratchEnd;

    /**
     * A splitter of lines.
     *
     * @param columns for each column the number of the field that it holds, or {@link FieldNumbers#NONE}
     * @param delimiter what separates columns, which is ASCII, no quote and no line end
     */
    CsvSplitter(int[] columns, char delimiter) {
        this.columns = columns;
        this.delimiter = (byte) delimiter;
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        return Utf8.isValid(bytes) && columnsOf(bytes, fields) == columns.length ? null : Rejection.MALFORMED;
    }

    /** Splits a line; returns how many columns it has, a negative number if it is broken or has too many. */
    int columnsOf(byte[] bytes, Fields fields) {
        line = bytes;
        scratchEnd = 0;
        int end = endOfLine(bytes);
        int column = 0;
        int next = -1;
        do {
            if (column == columns.length) {
                return BROKEN;
            }
            next = field(next + 1, end, column, fields);
            if (next == BROKEN) {
                return BROKEN;
            }
            column++;
        } while (next < end);
        return column;
    }

    private static int endOfLine(byte[] bytes) {
        int end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\n') {
            end--;
            return end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
        }
        return end;
    }

    /** Takes the field that starts at {@code from}; returns where the comma or the end behind it is. */
    private int field(int from, int end, int column, Fields fields) {
        boolean quoted = from < end && line[from] == '"';
        return quoted ? quoted(from + 1, end, column, fields) : plain(from, end, column, fields);
    }

    private int plain(int from, int end, int column, Fields fields) {
        byte[] bytes = line;
        int at = from;
        while (at < end && bytes[at] != delimiter) {
            byte b = bytes[at];
            if (b == '"' || b == '\n' || b == '\r') {
                return BROKEN;
            }
            at++;
        }
        if (columns[column] >= 0) {
            fields.text(columns[column], bytes, from, at);
        }
        return at;
    }

    /**
     * Takes the field whose opening quote is just before {@code from}; returns the index of the delimiter or the end
     * after it.
     */
    private int quoted(int from, int end, int column, Fields fields) {
        byte[] bytes = line;
        int doubled = 0;
        int at = from;
        while (at < end && (bytes[at] != '"' || (at + 1 < end && bytes[at + 1] == '"'))) {
            byte b = bytes[at];
            if (b == '\n' || b == '\r') {
                return BROKEN;
            }
            doubled += b == '"' ? 1 : 0;
            at += b == '"' ? 2 : 1;
        }
        if (at >= end || (at + 1 < end && bytes[at + 1] != delimiter)) {
            return BROKEN;
        }
        if (columns[column] >= 0 && doubled == 0) {
            fields.text(columns[column], bytes, from, at);
        } else if (columns[column] >= 0) {
            int start = scratchEnd;
            unquote(bytes, from, at);
            fields.text(columns[column], scratch, start, scratchEnd);
        }
        return at + 1;
    }

    /**
     * Copies a field into the scratch space with single quotes for doubled ones. Earlier fields keep the array that they
     * point at.
     */
    private void unquote(byte[] bytes, int from, int to) {
        if (scratch.length - scratchEnd < to - from) {
            byte[] larger = new byte[scratch.length + bytes.length];
            System.arraycopy(scratch, 0, larger, 0, scratchEnd);
            scratch = larger;
        }
        for (int at = from; at < to; at++) {
            scratch[scratchEnd++] = bytes[at];
            at += bytes[at] == '"' ? 1 : 0;
        }
    }
}
