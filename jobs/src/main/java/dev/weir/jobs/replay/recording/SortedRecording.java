package dev.weir.jobs.replay.recording;

import dev.weir.jobs.embedded.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * A recording in the order of its records' times. Records of one time stay in the order of the file.
 *
 * <p>The records are in memory, up to a bound, and in files that only their owner may read. These are deleted when the recording is
 * closed, and when the process is told to stop.
 */
public final class SortedRecording implements Recording, AutoCloseable {

    /** How many bytes the records in memory take while they are sorted. */
    private static final long MEMORY = 64L << 20;

    private final Path path;
    private final TemporaryFolder folder;
    private final LineRun lines;

    private SortedRecording(Path path, TemporaryFolder folder, LineRun lines) {
        this.path = path;
        this.folder = folder;
        this.lines = lines;
    }

    /**
     * Sorts a recording.
     *
     * @param recording the recording
     * @param time returns the time of a record; equal numbers for records that stay in their order
     * @param parent the folder in which a folder for temporary files is made. These take about as much space as the recording without
     *     compression, and twice that much for a while if it is larger than 1 GiB
     * @throws IOException if the recording cannot be read, or a temporary file cannot be written; no temporary file is then left
     */
    public static SortedRecording of(Recording recording, ToLongFunction<byte[]> time, Path parent)
            throws IOException, InterruptedException {
        return of(recording, time, parent, MEMORY);
    }

    /** Sorts with about so many bytes of memory. */
    static SortedRecording of(Recording recording, ToLongFunction<byte[]> time, Path parent, long memory)
            throws IOException, InterruptedException {
        TemporaryFolder folder = TemporaryFolder.in(parent, ".sort");
        boolean isSorted = false;
        try {
            LineSort sort = new LineSort(folder.path(), memory);
            recording.forEach(line -> {
                sort.add(new TimedLine(time.applyAsLong(line), line));
                return true;
            });
            SortedRecording sorted = new SortedRecording(recording.path(), folder, sort.sorted());
            isSorted = true;
            return sorted;
        } finally {
            if (!isSorted) {
                folder.close();
            }
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void forEach(LineTaker taker) throws IOException, InterruptedException {
        try (LineRun.Reader reader = lines.open()) {
            TimedLine line = reader.next();
            while (line != null && taker.take(line.bytes())) {
                line = reader.next();
            }
        }
    }

    /** Deletes the temporary files. */
    @Override
    public void close() {
        folder.close();
    }
}
