package dev.weir.jobs;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;

/** A Flink cluster as an operator runs it: a job manager and a task manager, and Flink's own client. */
public final class SessionCluster implements AutoCloseable {

    private static final int SLOTS = 4;

    private final FlinkProcesses processes;

    private SessionCluster(FlinkProcesses processes) {
        this.processes = processes;
    }

    /**
     * Starts a cluster, and returns when its task manager has registered.
     *
     * @param folder for its configuration, files, output and logs
     */
    public static SessionCluster start(Path folder) throws IOException, InterruptedException {
        FlinkProcesses processes = FlinkProcesses.configured(folder, "taskmanager.numberOfTaskSlots: " + SLOTS);
        try {
            processes.launchConfigured("jobmanager", 512, StandaloneSessionClusterEntrypoint.class.getName());
            processes.launchTaskManager("taskmanager");
            processes.awaitSlots(SLOTS);
        } catch (IOException | InterruptedException | IllegalStateException e) {
            processes.close();
            throw e;
        }
        return new SessionCluster(processes);
    }

    /** The REST interface of the cluster. */
    public ClusterRest rest() {
        return processes.rest();
    }

    /**
     * Starts Flink's client, as {@code flink ARGUMENTS} does.
     *
     * @param name of the files for the client's output and log
     */
    public WeirProcess client(String name, String... arguments) throws IOException {
        Process client = processes.launch(name, 384, CliFrontend.class.getName(), arguments);
        return new WeirProcess(client, processes.said(name), processes.said(name));
    }

    /** Waits until a job is in a state. */
    void await(String job, String state) throws IOException, InterruptedException {
        for (long start = System.nanoTime(); !rest().state(job).equals(state); Thread.sleep(100)) {
            if (System.nanoTime() - start > FlinkProcesses.WAIT_NANOS) {
                throw new IllegalStateException("state must be " + state + ", was " + rest().state(job));
            }
        }
    }

    /** Ends all processes of the cluster, clients included. */
    @Override
    public void close() {
        processes.close();
    }
}
