package dev.weir.jobs;

import dev.weir.jobs.embedded.JavaProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Runs the command line in a separate process, as {@code ./weir} starts it, for tests that send signals. */
public final class WeirProcess implements AutoCloseable {

    /** On a busy machine a JVM may take minutes to end, and a start waits for a transaction that a dead process has left open. */
    private static final int WAIT_SECONDS = 240;

    private static final long POLL_MILLIS = 100;

    private final Process process;
    private final Path said;
    private final Path log;

    WeirProcess(Process process, Path said, Path log) {
        this.process = process;
        this.said = said;
        this.log = log;
    }

    /**
     * Starts a command.
     *
     * @param folder the folder for the output {@code NAME.said} and the log {@code NAME.log}
     */
    public static WeirProcess start(Path folder, String name, String... arguments) throws IOException {
        return start(Weir.class, folder, name, arguments);
    }

    /** Starts another main class in the same way. */
    static WeirProcess start(Class<?> main, Path folder, String name, String... arguments) throws IOException {
        return start(new Place(main, folder, Map.of()), name, arguments);
    }

    /**
     * The environment in which a process is started.
     *
     * @param main the main class
     * @param folder the folder for the output {@code NAME.said} and the log {@code NAME.log}
     * @param environment the environment variables in addition to those of this process
     */
    record Place(Class<?> main, Path folder, Map<String, String> environment) {}

    /** Starts a process in a place. */
    static WeirProcess start(Place place, String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("-Xmx512m", "-Dweir.own-process=true"));
        Path log = place.folder().resolve(name + ".log");
        command.addAll(List.of("-Dweir.log=" + log, "-Dweir.log.level=info"));
        command.add("-Dlog4j2.configurationFile=weir-log4j2.properties");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .forEach(command::add);
        command.add(place.main().getName());
        command.addAll(List.of(arguments));
        Path said = place.folder().resolve(name + ".said");
        ProcessBuilder builder =
                JavaProcess.of(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().putAll(place.environment());
        return new WeirProcess(builder.start(), said, log);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** The process id. */
    long pid() {
        return process.pid();
    }

    /** Returns what the process has printed so far. */
    public String said() throws IOException {
        return text(said);
    }

    /** Returns what the process has logged so far. */
    String log() throws IOException {
        return Files.exists(log) ? text(log) : "";
    }

    /** Returns the content of a file that may be written at this moment, when the bytes of its last character may be incomplete. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** Waits until a condition holds; fails if the process ends first. */
    public void await(Callable<Boolean> condition) throws Exception {
        // what the process has done before its end counts, so it must have ended before the condition was looked at
        for (boolean ran = isRunning(); !condition.call(); ran = isRunning()) {
            if (!ran) {
                throw new IllegalStateException("the process has ended; it said: " + said());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Sends a signal and returns the exit code. */
    public int stop(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        return exitCode();
    }

    /** Waits for the end of the process and returns its exit code. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process has not ended");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
