package dev.weir.jobs;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * Flink processes as an operator runs them: separate JVMs with one folder of configuration, and without Weir on their class
 * path.
 */
final class FlinkProcesses implements AutoCloseable {

    /** The longest time until a cluster is ready or a job reaches a state. */
    static final long WAIT_NANOS = 240_000_000_000L;

    private static final String LOOPBACK = "127.0.0.1";
    private static final int FIRST_PORT = 11_000;
    private static final int PORTS = 8_000;
    private static final int PORT_STRIDE = 61;
    private static final AtomicInteger LOOKS = new AtomicInteger();

    /** Jars that are not in the lib folder of a Flink distribution: the job's jar has what it needs of them. */
    private static final List<String> NOT_FLINKS = List.of(
            "weir-",
            "flink-connector-kafka",
            "kafka",
            "jackson-",
            "picocli",
            "fastcsv",
            "zstd-jni",
            "avro",
            "protobuf",
            "d3-");

    /** Time-outs for a busy machine, and the memory settings, which Flink's scripts would derive from a few sizes. */
    private static final String CONFIGURATION = """
            jobmanager.rpc.address: 127.0.0.1
            jobmanager.rpc.port: %d
            jobmanager.bind-host: 127.0.0.1
            jobmanager.memory.process.size: 768m
            rest.address: 127.0.0.1
            rest.port: %d
            rest.bind-address: 127.0.0.1
            pekko.startup-timeout: 240 s
            pekko.ask.timeout: 60 s
            taskmanager.host: 127.0.0.1
            taskmanager.bind-host: 127.0.0.1
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

    /** A logging configuration like that of a distribution: logs and printed output are separate. */
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
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, Process> processes = new HashMap<>();

    private FlinkProcesses(Path folder, int port) {
        this.folder = folder;
        this.rest = new ClusterRest(URI.create("http://" + LOOPBACK + ":" + port));
        environment.put("FLINK_CONF_DIR", folder.resolve("conf").toString());
    }

    /**
     * Writes the configuration, and starts no process.
     *
     * @param folder for the configuration, files of the processes, and their output and logs
     * @param further lines of the configuration
     */
    static FlinkProcesses configured(Path folder, String further) throws IOException {
        int port = freePort();
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Files.writeString(conf.resolve("config.yaml"), CONFIGURATION.formatted(freePort(), port, temporary) + further);
        Files.writeString(conf.resolve("log4j2.properties"), LOGGING);
        return new FlinkProcesses(folder, port);
    }

    /**
     * Returns a port of the loopback address on which nobody listens at present. It is below the ports that systems give to outgoing
     * connections, one of which could otherwise take it before the process that is to have it, and below those of embedded brokers.
     */
    static int freePort() throws IOException {
        while (true) {
            int port = FIRST_PORT
                    + (int) ((ProcessHandle.current().pid() * PORT_STRIDE + LOOKS.getAndIncrement()) % PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody else has it
            }
        }
    }

    /** The REST interface of the job manager. */
    ClusterRest rest() {
        return rest;
    }

    /** Sets an environment variable of the processes that are started later. */
    void export(String variable, Path value) {
        environment.put(variable, value.toString());
    }

    /**
     * Starts a process that reads the configuration.
     *
     * @param name of the files {@code NAME.said} and {@code NAME.log}
     * @param main the main class
     */
    Process launchConfigured(String name, int heapMegabytes, String main, String... arguments) throws IOException {
        Stream<String> configured =
                Stream.of("--configDir", folder.resolve("conf").toString());
        return launch(
                name,
                heapMegabytes,
                main,
                Stream.concat(configured, Stream.of(arguments)).toArray(String[]::new));
    }

    /** Starts a task manager. */
    Process launchTaskManager(String name) throws IOException {
        return launchConfigured(name, 256, TaskManagerRunner.class.getName());
    }

    /**
     * Starts a process. It replaces an ended process of the same name, and its files.
     *
     * @param name of the files {@code NAME.said} and {@code NAME.log}
     * @param main the main class
     */
    Process launch(String name, int heapMegabytes, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + heapMegabytes + "m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dlog.file=" + folder.resolve(name + ".log"));
        command.add("-Dlog4j2.configurationFile=" + folder.resolve("conf").resolve("log4j2.properties"));
        for (String opened : List.of("lang", "util", "util.concurrent", "time", "net", "io", "nio", "text")) {
            command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classpath(), main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said(name).toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.put(name, process);
        return process;
    }

    /** The file to which a process prints. */
    Path said(String name) {
        return folder.resolve(name + ".said");
    }

    /** The file to which a process logs. */
    Path log(String name) {
        return folder.resolve(name + ".log");
    }

    /** Returns all files to which processes have printed or logged. */
    List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".said") || file.toString().endsWith(".log"))
                    .toList();
        }
    }

    /** Waits until task managers have registered this many slots. */
    void awaitSlots(int slots) throws IOException, InterruptedException {
        for (long start = System.nanoTime(); rest.slots() < slots; Thread.sleep(100)) {
            if (System.nanoTime() - start > WAIT_NANOS
                    || !processes.values().stream().allMatch(Process::isAlive)) {
                throw new IllegalStateException("the cluster did not start: " + allSaid());
            }
        }
    }

    private String allSaid() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : processes.keySet()) {
            all.append(name).append(": ").append(Files.readString(said(name)));
            all.append(Files.exists(log(name)) ? Files.readString(log(name)) : "");
        }
        return all.toString();
    }

    /** Ends all processes. */
    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
        processes.values().forEach(process -> process.onExit().join());
    }

    private static String classpath() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String property : List.of("weir.cluster.lib", "weir.cluster.only")) {
            try (Stream<Path> files = Files.list(Path.of(System.getProperty(property)))) {
                files.filter(FlinkProcesses::isFlinks).forEach(jars::add);
            }
        }
        return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    private static boolean isFlinks(Path jar) {
        return NOT_FLINKS.stream().noneMatch(jar.getFileName().toString()::startsWith);
    }
}
