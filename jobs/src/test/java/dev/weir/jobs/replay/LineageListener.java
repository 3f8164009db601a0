package dev.weir.jobs.replay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobStatusChangedEvent;
import org.apache.flink.core.execution.JobStatusChangedListener;
import org.apache.flink.core.execution.JobStatusChangedListenerFactory;
import org.apache.flink.streaming.api.lineage.LineageGraph;
import org.apache.flink.streaming.runtime.execution.JobCreatedEvent;

/** Keeps the lineage of jobs that have been created with this listener. Flink makes it by the name of its class. */
public final class LineageListener implements JobStatusChangedListenerFactory {

    private static final BlockingQueue<LineageGraph> CREATED = new LinkedBlockingQueue<>();

    @Override
    public JobStatusChangedListener createListener(Context context) {
        return LineageListener::keep;
    }

    private static void keep(JobStatusChangedEvent event) {
        if (event instanceof JobCreatedEvent created) {
            CREATED.add(created.lineageGraph());
        }
    }

    /** Returns the lineage of the next job, as soon as Flink has told it. */
    static LineageGraph latest() throws InterruptedException {
        LineageGraph graph = CREATED.poll(1, TimeUnit.MINUTES);
        if (graph == null) {
            throw new IllegalStateException("Flink must tell the lineage of a job that it has created");
        }
        return graph;
    }
}
