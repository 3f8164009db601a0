package dev.weir.operators.spool;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * Emits one batch after another. No checkpoint barrier divides a batch, so the reader's position is only the number of
 * the last batch.
 *
 * <p>A batch may be in an old folder and in the new one, because the publishing operator publishes it again after a
 * restore. The batch has the same bytes in both folders.
 *
 * <p>The reader waits for a missing batch and fails if the batch cannot come any more. Batches are written in order, so
 * a missing batch has been deleted if a later batch exists, or if the publishing operator has noted that it begins with
 * a later one. This happens when a job resumes from a state that is older than the batches read since, or when somebody
 * clears the folder.
 */
final class SpoolReader implements SourceReader<PublishedRow, SpoolProgress> {

    private static final long POLL_MILLIS = 100;
    /** The folders are listed once in this number of polls without a batch. */
    private static final int LISTED = 64;

    private final Executor later = CompletableFuture.delayedExecutor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    private final NavigableMap<Long, SpoolProgress> snapshots = new TreeMap<>();
    private SpoolProgress progress;
    private int waits;
    private CompletableFuture<Void> available = CompletableFuture.completedFuture(null);

    SpoolReader(SpoolFolder folder) {
        progress = SpoolProgress.start(folder);
    }

    /**
     * Takes the restored state before {@link #start}. The folders in the state are searched first, this job's own
     * folder last.
     */
    @Override
    public void addSplits(List<SpoolProgress> restored) {
        SpoolFolder mine = progress.folders().get(0);
        progress = restored.get(0).withFolder(mine);
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<PublishedRow> output) throws IOException {
        if (progress.ended()) {
            return InputStatus.END_OF_INPUT;
        }
        List<PublishedRow> rows = read(progress.last() + 1);
        if (rows != null) {
            rows.forEach(row -> output.collect(row, row.windowEnd() - 1));
            progress = progress.next();
            waits = 0;
            return InputStatus.MORE_AVAILABLE;
        }
        return endOrWait();
    }

    private InputStatus endOrWait() throws IOException {
        if (isAtEnd()) {
            progress = progress.end();
            return InputStatus.END_OF_INPUT;
        }
        if (waits++ % LISTED == 0) {
            requireNotLost(progress.last() + 1);
        }
        available = CompletableFuture.runAsync(() -> {}, later);
        return InputStatus.NOTHING_AVAILABLE;
    }

    /**
     * Fails if the batch cannot come any more. It looks for the batch once more after it has listed the folders,
     * because the batch may have been written in the meantime.
     */
    private void requireNotLost(long number) throws IOException {
        if (reached() >= number && read(number) == null) {
            throw new StartRefused(
                            StartRefused.Code.STATE_LOST,
                            "published batch " + number + " is not in the spool any more, and later ones have been"
                                    + " published: start from the newest checkpoint or savepoint, and keep the folder"
                                    + " weir-spool beside the checkpoints")
                    .asFailure();
        }
    }

    private long reached() throws IOException {
        long reached = 0;
        for (SpoolFolder folder : progress.folders()) {
            reached = Math.max(reached, folder.reached());
        }
        return reached;
    }

    private @Nullable List<PublishedRow> read(long number) throws IOException {
        for (SpoolFolder folder : progress.folders()) {
            List<PublishedRow> rows = folder.read(number);
            if (rows != null) {
                return rows;
            }
        }
        return null;
    }

    private boolean isAtEnd() throws IOException {
        for (SpoolFolder folder : progress.folders()) {
            if (folder.endsWith(progress.last())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<SpoolProgress> snapshotState(long checkpoint) {
        snapshots.put(checkpoint, progress);
        return List.of(progress);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        Map.Entry<Long, SpoolProgress> held = snapshots.floorEntry(checkpoint);
        if (held != null) {
            progress = progress.deleting(held.getValue());
            snapshots.headMap(checkpoint, true).clear();
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
