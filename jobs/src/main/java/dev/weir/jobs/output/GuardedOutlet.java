package dev.weir.jobs.output;

import dev.weir.operators.publish.Outlet;
import dev.weir.operators.publish.Row;
import dev.weir.operators.tally.Tally;
import java.io.IOException;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * An outlet that refuses to go on from state that is older than what it has published, or that has drawn windows which
 * were drawn before it and published: a context would have two values, and what units have spent since would be
 * forgotten.
 */
public final class GuardedOutlet implements Outlet {

    private final Outlet outlet;
    private final PublishedMark mark;

    GuardedOutlet(Outlet outlet, PublishedMark mark) {
        this.outlet = outlet;
        this.mark = mark;
    }

    /**
     * Opens guarded outlets.
     *
     * @param outlets what is guarded
     * @param mark how far they have published
     */
    public record Factory(Outlet.Factory outlets, PublishedMark mark) implements Outlet.Factory {

        @Override
        public Outlet open() throws IOException {
            return new GuardedOutlet(outlets.open(), mark);
        }
    }

    @Override
    public void resume(long last) throws IOException {
        long published = mark.last();
        if (last < published) {
            throw refuse("the state ends with batch " + last + ", but batch " + published
                    + " has been published: start from the newest checkpoint or savepoint");
        }
        outlet.resume(last);
    }

    @Override
    public void publish(long number, List<Row> rows) throws IOException, InterruptedException {
        if (!mark.set(number, rows)) {
            throw refuse(
                    "another batch " + number + " has been published from other state or by another run: start from"
                            + " the newest checkpoint or savepoint");
        }
        outlet.publish(number, rows);
    }

    private static SuppressRestartsException refuse(String why) {
        return new SuppressRestartsException(new IllegalStateException("STATE_LOST: " + why));
    }

    @Override
    public void end(long last) throws IOException {
        outlet.end(last);
    }

    @Override
    public void counters(Tally totals) throws IOException {
        outlet.counters(totals);
    }

    @Override
    public void close() throws IOException {
        outlet.close();
    }
}
