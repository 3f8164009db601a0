package dev.weir.jobs.replay.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A stable merge sort of lines by time, in bounded memory: lines are held until they fill it, and are then sorted and written to a file.
 * Neighbouring files are merged, at most {@link #MOST_RUNS} at a time, until they can all be open at once.
 *
 * <p>This is own code, because the only external sort among the libraries of the job, Flink's, is internal to Flink, needs a task's
 * memory and is not stable.
 */
final class LineSort {

    /** How many runs are merged at a time. Each has one line in memory, which may be as long as a record may be. */
    static final int MOST_RUNS = 16;

    private final Path folder;
    private final long memory;
    private final List<LineRun.InFile> files = new ArrayList<>();
    private final List<TimedLine> held = new ArrayList<>();
    private long heldBytes;
    private int written;

    /**
     * @param folder the folder for files, which only its owner may read
     * @param memory about how many bytes the lines in memory may take; a single line may take more
     */
    LineSort(Path folder, long memory) {
        this.folder = folder;
        this.memory = memory;
    }

    /** Adds a line. */
    void add(TimedLine line) throws IOException {
        if (!held.isEmpty() && heldBytes + line.size() > memory) {
            sortHeld();
            files.add(write(LineRun.of(held).open()));
            held.clear();
            heldBytes = 0;
        }
        held.add(line);
        heldBytes += line.size();
    }

    /** Returns all lines, sorted. No line may be added after that, and the result may be opened as long as no file is deleted. */
    LineRun sorted() throws IOException {
        sortHeld();
        while (files.size() >= MOST_RUNS) {
            mergeNeighbours();
        }
        List<LineRun> runs = new ArrayList<>(files);
        runs.add(LineRun.of(held));
        return () -> new LineMerge(runs);
    }

    private void sortHeld() {
        held.sort(Comparator.comparingLong(TimedLine::time));
    }

    /** Merges files that follow each other, so that the order of lines with one time stays. */
    private void mergeNeighbours() throws IOException {
        List<LineRun.InFile> before = List.copyOf(files);
        files.clear();
        for (int from = 0; from < before.size(); from += MOST_RUNS) {
            List<LineRun.InFile> group = before.subList(from, Math.min(before.size(), from + MOST_RUNS));
            try (LineMerge merge = new LineMerge(List.copyOf(group))) {
                files.add(write(merge));
            }
            for (LineRun.InFile merged : group) {
                merged.delete();
            }
        }
    }

    private LineRun.InFile write(LineRun.Reader lines) throws IOException {
        return LineRun.InFile.write(folder.resolve("run-" + written++), lines);
    }
}
