package dev.weir.jobs.format;

import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Splits one line of CSV by RFC 4180 in place. A quote may stand only at the start and the end of a field, or doubled inside
 * a quoted field. A line end may stand only at the end of the record, where it may be missing. Every record has all columns.
 * The delimiter need not be a comma.
 *
 * <p>This is own code, because the treatment of a stray quote decides whether a record counts, and the libraries that were
 * tried accept some stray quotes: docs/decisions/0016.
 */
final class CsvSplitter implements Splitter {

    static final int BROKEN = -1;

    /** The number of the field in each column, or {@link FieldNumbers#NONE}. */
    private final int[] columns;

    private final byte delimiter;

    /** The line that is being split. */
    private byte[] line = {};

    /** The texts of fields with doubled quotes, each quote made single, one text after another. */
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

    /**
     * Splits a line. Returns the number of its columns, or a negative number if the line is malformed or has too many
     * columns.
     */
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

    /** Reads the field that starts at {@code from}. Returns the index of the delimiter or of the line's end after it. */
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
     * Reads the field whose opening quote is just before {@code from}. Returns the index of the delimiter or of the line's
     * end after it.
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
     * Copies a field into the scratch space and makes doubled quotes single. If the space grows, earlier fields continue to
     * refer to the old array.
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
