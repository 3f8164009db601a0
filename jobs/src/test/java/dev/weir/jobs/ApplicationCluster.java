package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Flink cluster for one pipeline, as the image and the manifests create it. The job manager runs {@code weir run} itself,
 * and the task managers outlive it. ZooKeeper, if used, keeps what the next job manager needs to take over. All of them are
 * separate processes, which a test kills by SIGKILL.
 */
final class ApplicationCluster implements AutoCloseable {

    private static final String ENTRY_POINT =
            "org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint";
    private static final String ZOOKEEPER =
            "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";
    private static final int SLOTS = 2;

    /** A dead process is detected within a second, because it refuses messages; a busy one has ten seconds. Tasks are spread over all task managers. */
    private static final String CONFIGURATION = """
            taskmanager.numberOfTaskSlots: %d
            taskmanager.load-balance.mode: SLOTS
            heartbeat.interval: 500
            heartbeat.timeout: 10000
            restart-strategy.type: fixed-delay
            restart-strategy.fixed-delay.attempts: 1000000
            restart-strategy.fixed-delay.delay: 200 ms
            pipeline.max-parallelism: 128
            web.submit.enable: false
            """;

    private static final String HIGH_AVAILABILITY = """
            high-availability.type: zookeeper
            high-availability.zookeeper.quorum: 127.0.0.1:%d
            high-availability.zookeeper.client.session-timeout: 4 s
            high-availability.zookeeper.client.connection-timeout: 4 s
            high-availability.zookeeper.client.tolerate-suspended-connections: true
            high-availability.storageDir: %s
            """;

    private final FlinkProcesses flink;
    private final Path pipeline;
    private final Map<String, Process> taskManagers = new HashMap<>();
    private @Nullable Process jobManager;
    private String job = "";
    private List<String> settings = List.of();
    private int jobManagers;

    private ApplicationCluster(FlinkProcesses flink, Path pipeline) {
        this.flink = flink;
        this.pipeline = pipeline;
    }

    /**
     * Starts ZooKeeper and two task managers. The job is not started yet.
     *
     * @param folder for configuration, files, and the output and logs of the processes
     * @param jar the job jar
     * @param pipeline the pipeline file
     */
    static ApplicationCluster start(Path folder, Path jar, Path pipeline) throws IOException {
        int port = FlinkProcesses.freePort();
        Path kept = folder.resolve("ha");
        ApplicationCluster cluster = configured(folder, jar, pipeline, HIGH_AVAILABILITY.formatted(port, kept.toUri()));
        try {
            String data = folder.resolve("zookeeper").toString();
            cluster.flink.launch("zookeeper", 96, ZOOKEEPER, Integer.toString(port), data);
            cluster.startTaskManager("taskmanager1");
            cluster.startTaskManager("taskmanager2");
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw e;
        }
    }

    /**
     * Configures a cluster without high availability, and starts no process.
     *
     * @param folder for configuration, files, and the output and logs of the processes
     * @param jar the job jar
     * @param pipeline the pipeline file
     * @param further lines of Flink's configuration
     */
    static ApplicationCluster configured(Path folder, Path jar, Path pipeline, String further) throws IOException {
        FlinkProcesses flink = FlinkProcesses.configured(folder, CONFIGURATION.formatted(SLOTS) + further);
        layOut(flink, folder.resolve("flink"), jar);
        return new ApplicationCluster(flink, pipeline);
    }

    /** Sets an environment variable of the processes that are started later. */
    void export(String variable, Path value) {
        flink.export(variable, value);
    }

    /** Creates the folders of the image: the job jar is in the folder usrlib next to lib. */
    private static void layOut(FlinkProcesses flink, Path home, Path jar) throws IOException {
        Path jobs = Files.createDirectories(home.resolve("usrlib"));
        Files.createSymbolicLink(jobs.resolve("weir-jobs.jar"), jar.toAbsolutePath());
        flink.export("FLINK_LIB_DIR", Files.createDirectories(home.resolve("lib")));
    }

    /**
     * Starts the job under a new id.
     *
     * @param further arguments of the job manager, such as settings of Flink and a state to start from
     */
    void startJob(String... further) throws IOException {
        job = UUID.randomUUID().toString().replace("-", "");
        settings = List.of(further);
        startJobManager();
    }

    private void startJobManager() throws IOException {
        List<String> arguments = new ArrayList<>(settings);
        arguments.addAll(List.of("--job-classname", Weir.class.getName(), "--job-id", job));
        arguments.addAll(List.of("run", pipeline.toString()));
        jobManager = flink.launchConfigured(name(++jobManagers), 320, ENTRY_POINT, arguments.toArray(String[]::new));
    }

    private static String name(int jobManager) {
        return "jobmanager" + jobManager;
    }

    /** Starts a task manager. */
    void startTaskManager(String name) throws IOException {
        taskManagers.put(name, flink.launchTaskManager(name));
    }

    /** Waits until all tasks of the job run. */
    void awaitRunning() throws IOException, InterruptedException {
        for (long start = System.nanoTime(); !flink.rest().isRunning(job); Thread.sleep(100)) {
            if (System.nanoTime() - start > FlinkProcesses.WAIT_NANOS
                    || !jobManager().isAlive()) {
                throw new IllegalStateException("the job does not run: " + said());
            }
        }
    }

    /** Returns the largest parallelism of an operator of the job. */
    int parallelism() throws IOException, InterruptedException {
        return flink.rest().parallelism(job);
    }

    /** Kills a task manager and starts another one. */
    void loseTaskManager(String name, String successor) throws Exception {
        kill(Objects.requireNonNull(taskManagers.get(name)));
        startTaskManager(successor);
    }

    /** Kills the job manager and a task manager, and starts neither of them again. */
    void loseAll(String taskManager) throws Exception {
        kill(Objects.requireNonNull(taskManagers.get(taskManager)));
        kill(jobManager());
    }

    /** Kills the job manager and starts another one for the same job. */
    void loseJobManager() throws Exception {
        kill(jobManager());
        startJobManager();
    }

    /** Kills a process by SIGKILL. */
    private static void kill(Process process) throws Exception {
        assertThat(process.isAlive()).as("process that is to be killed").isTrue();
        process.destroyForcibly();
        assertThat(process.waitFor()).isEqualTo(128 + 9);
    }

    /**
     * Stops the job with a savepoint, and returns when the job manager has ended.
     *
     * @param directory the URI of the folder for the savepoint
     * @return the savepoint
     */
    String stop(String directory) throws IOException, InterruptedException {
        String savepoint = flink.rest().stop(job, directory);
        assertThat(exitCode()).as(said()).isZero();
        return savepoint;
    }

    /**
     * Takes a savepoint of the job, which continues to run.
     *
     * @param directory the URI of the folder for the savepoint
     * @return the savepoint
     */
    String savepoint(String directory) throws IOException, InterruptedException {
        return flink.rest().savepoint(job, directory);
    }

    /** Cancels the job, and returns when the job manager has ended. */
    void cancel() throws IOException, InterruptedException {
        flink.rest().cancel(job);
        exitCode();
    }

    /**
     * Waits for the job manager's end and returns its exit code. A start reads the ledger, and waits for a transaction that a
     * cancelled job has left open: up to 60 s, and 10 s until the broker's next look.
     */
    int exitCode() throws InterruptedException {
        assertThat(jobManager().waitFor(240, TimeUnit.SECONDS))
                .as("the job manager has ended")
                .isTrue();
        return jobManager().exitValue();
    }

    private Process jobManager() {
        return Objects.requireNonNull(jobManager);
    }

    /** Returns what the latest job manager has logged and printed. */
    String said() throws IOException {
        String name = name(jobManagers);
        StringBuilder said = new StringBuilder();
        for (Path file : List.of(flink.log(name), flink.said(name))) {
            said.append(Files.exists(file) ? Files.readString(file) : "");
        }
        return said.toString();
    }

    /** Returns all files to which processes have printed or logged. */
    List<Path> logs() throws IOException {
        return flink.logs();
    }

    /** Ends all processes of the cluster. */
    @Override
    public void close() {
        flink.close();
    }
}
