package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.record.CsvHeader;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded stream: CSV whose first line names the columns, or JSON lines. The file may be compressed with gzip.
 *
 * @param path the path of the file
 * @param format the format of a record
 * @param recordBytes the maximum size of a record, in bytes; one byte more of a longer line is passed on
 * @param delimiter the separator of the columns of CSV
 */
public record RecordedFile(Path path, Source.Format format, int recordBytes, Source.Delimiter delimiter) {

    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /**
     * Creates a recording whose columns, if any, are separated by commas.
     *
     * @param path the path of the file
     * @param format the format of a record
     * @param recordBytes the maximum size of a record, in bytes
     */
    public RecordedFile(Path path, Source.Format format, int recordBytes) {
        this(path, format, recordBytes, Source.Delimiter.COMMA);
    }

    /**
     * Returns the recording of a pipeline.
     *
     * @param input the path of the file
     * @param pipeline the pipeline, whose source gives the format and the delimiter
     * @throws IllegalArgumentException if the file cannot be read
     */
    public static RecordedFile of(Path input, Pipeline pipeline) {
        requireReadable(input);
        return new RecordedFile(
                input,
                pipeline.source().format(),
                pipeline.limits().recordBytes(),
                pipeline.source().delimiter());
    }

    static void requireReadable(Path input) {
        if (!Files.isReadable(input) || Files.isDirectory(input)) {
            throw new IllegalArgumentException(
                    "--input: must be a file of this machine that can be read, was " + input);
        }
    }

    /** Returns this recording with another delimiter. */
    RecordedFile separatedBy(Source.Delimiter other) {
        return new RecordedFile(path, format, recordBytes, other);
    }

    /** Receives the lines of a recording one by one. */
    @FunctionalInterface
    public interface LineTaker {

        /**
         * Receives one line; returns whether to go on.
         *
         * @param line the bytes of the line, without its end
         */
        boolean take(byte[] line) throws IOException, InterruptedException;
    }

    /**
     * Returns the names of the columns; empty for JSON.
     *
     * @throws IOException if the file cannot be read, or if a CSV file has no first line that is valid CSV
     */
    public List<String> columns() throws IOException {
        if (format == Source.Format.JSON) {
            return List.of();
        }
        byte[] header = header();
        return CsvHeader.columns(header, delimiter.sign())
                .orElseThrow(() -> new UnusableRecording(
                        path + " must begin with a line of CSV in UTF-8, was none: " + FormHint.of(header)));
    }

    private byte[] header() throws IOException {
        try (LineReader lines = open()) {
            byte[] header = lines.next();
            if (header == null) {
                throw new UnusableRecording(path + " is empty: it must begin with a line that names the columns");
            }
            if (header.length > recordBytes) {
                throw new UnusableRecording(
                        path + " must begin with a line that names the columns: " + FormHint.of(header));
            }
            return header;
        }
    }

    /**
     * Passes on all records in order, or until the receiver returns false.
     *
     * @param taker receives the records
     */
    public void forEach(LineTaker taker) throws IOException, InterruptedException {
        try (LineReader lines = open()) {
            if (format == Source.Format.CSV) {
                lines.next();
            }
            byte @Nullable [] line = lines.next();
            while (line != null && taker.take(line)) {
                line = lines.next();
            }
        }
    }

    private LineReader open() throws IOException {
        InputStream plain = decompressed();
        plain.mark(BYTE_ORDER_MARK.length);
        byte[] first = plain.readNBytes(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(first, BYTE_ORDER_MARK)) {
            plain.reset();
        }
        return new LineReader(plain, recordBytes);
    }

    private InputStream decompressed() throws IOException {
        BufferedInputStream raw = new BufferedInputStream(new FileInputStream(path.toFile()), BUFFER);
        raw.mark(2);
        int magic = raw.read() << 8 | raw.read();
        raw.reset();
        return magic == GZIP_MAGIC ? Unzipped.of(raw, path, BUFFER) : raw;
    }
}
