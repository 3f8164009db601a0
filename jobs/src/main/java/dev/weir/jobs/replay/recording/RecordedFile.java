package dev.weir.jobs.replay.recording;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.RecordFormat;
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
 * A recorded stream, plain or compressed with gzip. In CSV and JSON every line is a record, except for the first line of CSV,
 * which names the columns.
 *
 * @param path the path of the file
 * @param format the format of the records
 * @param recordBytes the largest size of a record in bytes; of a longer record only the first {@code recordBytes + 1} bytes are
 *     passed on
 */
public record RecordedFile(Path path, RecordFormat format, int recordBytes) implements Recording {

    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /**
     * The recording of a pipeline.
     *
     * @param input the path of the file
     * @param pipeline the pipeline, which determines the format and the largest size of a record
     * @throws IllegalArgumentException if the file cannot be read
     */
    public static RecordedFile of(Path input, Pipeline pipeline) {
        requireReadable(input);
        return new RecordedFile(
                input, pipeline.source().format(), pipeline.limits().recordBytes());
    }

    /**
     * Checks a recording before anything is done with it.
     *
     * @param input the path of the file
     * @throws IllegalArgumentException if the file cannot be read
     */
    public static void requireReadable(Path input) {
        if (!Files.isReadable(input) || Files.isDirectory(input)) {
            throw new IllegalArgumentException(
                    "--input: must be a file of this machine that can be read, was " + input);
        }
    }

    /**
     * Reads the names of the columns from the first line.
     *
     * @param delimiter the separator of the names
     * @throws UnusableRecording if the recording is empty, or its first line is not CSV or is longer than a record may be
     */
    public List<String> columns(Delimiter delimiter) throws IOException {
        byte[] header = header();
        return delimiter
                .columns(header)
                .orElseThrow(() -> new UnusableRecording(
                        path + " must begin with a line of CSV in UTF-8, was none: " + FormHint.of(header)));
    }

    private byte[] header() throws IOException {
        try (RecordCutter lines = open()) {
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

    @Override
    public void forEach(LineTaker taker) throws IOException, InterruptedException {
        try (RecordCutter lines = open()) {
            if (format.header().isPresent()) {
                lines.next();
            }
            byte @Nullable [] line = lines.next();
            while (line != null && taker.take(line)) {
                line = lines.next();
            }
        }
    }

    private RecordCutter open() throws IOException {
        InputStream plain = decompressed();
        plain.mark(BYTE_ORDER_MARK.length);
        byte[] first = plain.readNBytes(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(first, BYTE_ORDER_MARK)) {
            plain.reset();
        }
        return format.cutter(plain, recordBytes);
    }

    private InputStream decompressed() throws IOException {
        BufferedInputStream raw = new BufferedInputStream(new FileInputStream(path.toFile()), BUFFER);
        raw.mark(2);
        int magic = raw.read() << 8 | raw.read();
        raw.reset();
        return magic == GZIP_MAGIC ? Unzipped.of(raw, path, BUFFER) : raw;
    }
}
