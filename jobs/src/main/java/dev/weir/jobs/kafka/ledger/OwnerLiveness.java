package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.operators.ledger.OwnerHeartbeat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out whether the owners of a domain's pipelines are alive. It asks for all owners in parallel, because it takes seconds
 * to find that an owner is dead.
 *
 * @param admin a client of the brokers
 * @param domain the name of the domain
 * @param log the partition of the domain's ledger
 */
record OwnerLiveness(Admin admin, String domain, TopicPartition log) {

    static final long SILENCE_MILLIS = 5000;

    /** Returns the transactional id of a pipeline of a domain, which is also the group of its heartbeat. */
    static String name(String domain, String pipeline) {
        return domain + "/pipeline/" + pipeline;
    }

    OwnerHeartbeat heartbeat(String pipeline) {
        return new OwnerHeartbeat(new OffsetHeartbeat(admin, name(domain, pipeline), log));
    }

    /**
     * Asks which owners are alive.
     *
     * @param owners the latest owner of each pipeline, by the pipeline's name
     * @return whether the owner is alive, by pipeline; no value for a pipeline about which the brokers do not answer
     */
    Map<String, Boolean> look(Map<String, Owner> owners) throws InterruptedException {
        List<String> pipelines = new ArrayList<>();
        List<Callable<Boolean>> looks = new ArrayList<>();
        owners.forEach((pipeline, owner) -> {
            pipelines.add(pipeline);
            looks.add(() -> owner.active() && heartbeat(pipeline).isHeard(owner.number(), SILENCE_MILLIS));
        });
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            return answers(pipelines, threads.invokeAll(looks));
        } finally {
            threads.shutdownNow();
        }
    }

    private static Map<String, Boolean> answers(List<String> pipelines, List<Future<Boolean>> looks)
            throws InterruptedException {
        Map<String, Boolean> alive = new TreeMap<>();
        for (int i = 0; i < looks.size(); i++) {
            try {
                alive.put(pipelines.get(i), looks.get(i).get());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof IOException)) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return alive;
    }
}
