package dev.weir.jobs.replay.recording;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges runs of lines. Of lines with one time, those of an earlier run come first. */
final class LineMerge implements LineRun.Reader {

    /** The next line of a run. */
    private record Head(TimedLine line, int run) {}

    private final List<LineRun.Reader> readers = new ArrayList<>();
    private final PriorityQueue<Head> heads = new PriorityQueue<>(
            Comparator.<Head>comparingLong(head -> head.line().time()).thenComparingInt(Head::run));

    /** Opens runs, which are all closed again if one of them cannot be opened. */
    LineMerge(List<LineRun> runs) throws IOException {
        try {
            for (LineRun run : runs) {
                readers.add(run.open());
                fill(readers.size() - 1);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void fill(int run) throws IOException {
        TimedLine line = readers.get(run).next();
        if (line != null) {
            heads.add(new Head(line, run));
        }
    }

    @Override
    public @Nullable TimedLine next() throws IOException {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        fill(head.run());
        return head.line();
    }

    @Override
    public void close() throws IOException {
        for (LineRun.Reader reader : readers) {
            reader.close();
        }
    }
}
