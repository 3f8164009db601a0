package dev.weir.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A Flink cluster as an operator has one: a job manager and a task manager in processes of their own, without Weir on
 * their classpath, and Flink's own client.
 */
final class SessionCluster implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int SLOTS = 4;
    private static final long WAIT_NANOS = 90_000_000_000L;

    /** In a distribution of Flink these are not in its lib folder: the job's jar brings what it needs of them. */
    private static final List<String> NOT_FLINKS = List.of(
            "weir-", "flink-connector-kafka", "kafka", "jackson-", "picocli", "fastcsv", "zstd-jni", "chart.js");

    /** What Flink's scripts would work out of a few sizes. */
    private static final String CONFIGURATION = """
            jobmanager.rpc.address: 127.0.0.1
            jobmanager.rpc.port: %d
            jobmanager.bind-host: 127.0.0.1
            jobmanager.memory.process.size: 768m
            rest.address: 127.0.0.1
            rest.port: %d
            rest.bind-address: 127.0.0.1
            taskmanager.host: 127.0.0.1
            taskmanager.bind-host: 127.0.0.1
            taskmanager.numberOfTaskSlots: %d
            taskmanager.cpu.cores: 2
            taskmanager.memory.framework.heap.size: 64m
            taskmanager.memory.framework.off-heap.size: 64m
            taskmanager.memory.task.heap.size: 192m
            taskmanager.memory.task.off-heap.size: 64m
            taskmanager.memory.managed.size: 16m
            taskmanager.memory.network.min: 64m
            taskmanager.memory.network.max: 64m
            taskmanager.memory.jvm-metaspace.size: 192m
            taskmanager.memory.jvm-overhead.min: 64m
            taskmanager.memory.jvm-overhead.max: 64m
            io.tmp.dirs: %s
            """;

    /** As in a distribution, what is logged does not mix with what is printed. */
    private static final String LOGGING = """
            status = error
            appender.file.type = File
            appender.file.name = file
            appender.file.fileName = ${sys:log.file}
            appender.file.layout.type = PatternLayout
            appender.file.layout.pattern = %d %-5p %c{1} %m%n
            rootLogger.level = info
            rootLogger.appenderRef.file.ref = file
            """;

    private final Path folder;
    private final ClusterRest rest;
    private final List<Process> processes = new ArrayList<>();

    private SessionCluster(Path folder, int port) {
        this.folder = folder;
        this.rest = new ClusterRest(URI.create("http://" + LOOPBACK + ":" + port));
    }

    /**
     * Starts one and returns when its task manager has registered.
     *
     * @param folder for its configuration, its files, and what its processes print and log
     */
    static SessionCluster start(Path folder) throws IOException, InterruptedException {
        int port = freePort();
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Files.writeString(conf.resolve("config.yaml"), CONFIGURATION.formatted(freePort(), port, SLOTS, temporary));
        Files.writeString(conf.resolve("log4j2.properties"), LOGGING);
        SessionCluster cluster = new SessionCluster(folder, port);
        try {
            String where = conf.toString();
            cluster.launch("jobmanager", 512, StandaloneSessionClusterEntrypoint.class, "--configDir", where);
            cluster.launch("taskmanager", 256, TaskManagerRunner.class, "--configDir", where);
            cluster.awaitSlots();
        } catch (IOException | InterruptedException | IllegalStateException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    /** Its REST interface. */
    ClusterRest rest() {
        return rest;
    }

    /**
     * Starts Flink's client, as {@code flink ARGUMENTS} does.
     *
     * @param name of the files that hold what it prints and logs
     */
    WeirProcess client(String name, String... arguments) throws IOException {
        return new WeirProcess(launch(name, 384, CliFrontend.class, arguments), said(name), said(name));
    }

    /** Waits until a job is in a state. */
    void await(String job, String state) throws IOException, InterruptedException {
        for (long start = System.nanoTime(); !rest.state(job).equals(state); Thread.sleep(100)) {
            if (System.nanoTime() - start > WAIT_NANOS) {
                throw new IllegalStateException("state must be " + state + ", was " + rest.state(job));
            }
        }
    }

    /** Ends all its processes, clients included. */
    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }

    private Process launch(String name, int heapMegabytes, Class<?> main, String... arguments) throws IOException {
        Path conf = folder.resolve("conf");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + heapMegabytes + "m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dlog.file=" + folder.resolve(name + ".log"));
        command.add("-Dlog4j2.configurationFile=" + conf.resolve("log4j2.properties"));
        for (String opened : List.of("lang", "util", "util.concurrent", "time", "net", "io", "nio", "text")) {
            command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classpath(), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said(name).toFile());
        builder.environment().put("FLINK_CONF_DIR", conf.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Path said(String name) {
        return folder.resolve(name + ".said");
    }

    private static String classpath() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String property : List.of("weir.cluster.lib", "weir.cluster.web")) {
            try (Stream<Path> files = Files.list(Path.of(System.getProperty(property)))) {
                files.filter(SessionCluster::isFlinks).forEach(jars::add);
            }
        }
        return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    private static boolean isFlinks(Path jar) {
        return NOT_FLINKS.stream().noneMatch(jar.getFileName().toString()::startsWith);
    }

    private void awaitSlots() throws IOException, InterruptedException {
        for (long start = System.nanoTime(); rest.slots() < SLOTS; Thread.sleep(100)) {
            if (System.nanoTime() - start > WAIT_NANOS || !processes.stream().allMatch(Process::isAlive)) {
                throw new IllegalStateException("the cluster did not start: " + Files.readString(said("jobmanager"))
                        + Files.readString(said("taskmanager")));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
