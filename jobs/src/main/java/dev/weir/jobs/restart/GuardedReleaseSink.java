package dev.weir.jobs.restart;

import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.restore.StartRefused;
import java.io.IOException;
import java.util.Collection;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * A sink that refuses to go on from state that is older than what has been published, and to publish a batch under a number
 * under which another batch has been published. Either would give a release two values, and forget what units have spent
 * since.
 */
public final class GuardedReleaseSink implements ReleaseSink {

    private final ReleaseSink sink;
    private final PublishedMark mark;

    GuardedReleaseSink(ReleaseSink sink, PublishedMark mark) {
        this.sink = sink;
        this.mark = mark;
    }

    /**
     * Opens guarded sinks.
     *
     * @param sinks opens the sinks that are guarded
     * @param mark which batches they have published
     */
    public record Factory(ReleaseSink.Factory sinks, PublishedMark mark) implements ReleaseSink.Factory {

        @Override
        public ReleaseSink open() throws IOException {
            return new GuardedReleaseSink(sinks.open(), mark);
        }
    }

    @Override
    public void resume(long last) throws IOException {
        long published = mark.last();
        if (last < published) {
            throw stateLost("the state ends with batch " + last + ", but batch " + published
                    + " has been published: start from the newest checkpoint or savepoint");
        }
        sink.resume(last);
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        if (!mark.set(number, rows)) {
            throw stateLost(
                    "another batch " + number + " has been published from other state or by another run: start from"
                            + " the newest checkpoint or savepoint");
        }
        sink.publish(number, rows);
    }

    private static SuppressRestartsException stateLost(String why) {
        return new StartRefused(StartRefused.Code.STATE_LOST, why).asFailure();
    }

    @Override
    public void end(long last) throws IOException {
        sink.end(last);
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
