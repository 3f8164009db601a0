package dev.weir.jobs.format;

import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Splits one line of CSV by RFC 4180 in place. A quote may stand only at the start and the end of a field, or doubled inside a
 * quoted field. A line end may stand only at the end of the record, where it may be missing. Every record must have exactly the
 * given number of columns. The delimiter need not be a comma.
 *
 * <p>This is own code, because the treatment of a stray quote decides whether a record counts, and the libraries that were
 * tried accept some stray quotes: docs/decisions/0016.
 */
final class CsvSplitter implements Splitter {

    static final int BROKEN = -1;

    /** For each column the number of the field in it; {@link FieldNumbers#NONE} if the pipeline does not read the column. */
    private final int[] columns;

    private final byte delimiter;

    /** The line that is being split. */
    private byte[] line = {};

    /** The texts of the fields that had doubled quotes, with single quotes in their place, one text after another. */
    private byte[] scratch = new byte[256];

    private int scratchEnd;

    /**
     * A splitter of lines.
     *
     * @param columns for each column the number of the field that it holds, or {@link FieldNumbers#NONE}
     * @param delimiter the separator of the columns: an ASCII character that is neither a quote nor part of a line end
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
     * Splits a line, whose encoding the caller checks. Returns the number of columns in the line; {@link #BROKEN} if the line
     * is not CSV or has more columns than {@link #columns} has numbers.
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

    /**
     * Reads the field that starts at {@code from}. Returns the index of the delimiter or line end after the field;
     * {@link #BROKEN} if the field is malformed.
     */
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
     * Reads the field whose opening quote is just before {@code from}. Returns the index of the delimiter or line end after the
     * field; {@link #BROKEN} if the field is malformed.
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
     * Copies a field into {@link #scratch} and makes doubled quotes single. If the array must grow, a new one replaces it, and
     * the fields that were copied before still refer to the old array.
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
