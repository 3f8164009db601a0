package dev.weir.sql.catalog;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts Flink's SQL client and gateway as processes, with the job jar and the jar of this module beside them, as in a cluster's lib. */
final class FlinkSql {

    private static final Path JOBS = Path.of("..", "jobs", "target").toAbsolutePath();
    private static final Path OWN = Path.of("target").toAbsolutePath();

    private FlinkSql() {}

    private static String jobJar() throws IOException {
        try (Stream<Path> files = Files.list(JOBS)) {
            return files.filter(file -> file.getFileName().toString().matches("weir-jobs-.*\\.jar"))
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
    }

    /** A process of Weir's own command line. */
    static ProcessBuilder weir(Path folder, String... arguments) throws IOException {
        String classPath =
                String.join(File.pathSeparator, jobJar(), System.getProperty("weir.sql.jar"), JOBS + "/lib/*");
        return java(
                folder,
                classPath,
                List.of("-Dweir.own-process=true", "-Dlog4j2.configurationFile=weir-log4j2.properties"),
                "dev.weir.jobs.Weir",
                arguments);
    }

    /** A process of a main class of Flink. */
    static ProcessBuilder flink(Path folder, String main, String... arguments) throws IOException {
        Path settings = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(settings.resolve("config.yaml"), "execution.target: local\nparallelism.default: 1\n");
        String classPath = String.join(
                File.pathSeparator,
                jobJar(),
                System.getProperty("weir.sql.jar"),
                OWN + "/sql-client/*",
                JOBS + "/lib/*",
                OWN + "/test-classes");
        List<String> options = List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Dlog4j2.configurationFile=dev/weir/sql/catalog/gateway-log4j2.properties");
        ProcessBuilder process = java(folder, classPath, options, main, arguments);
        process.environment().put("FLINK_CONF_DIR", settings.toString());
        return process;
    }

    /** Runs statements in the SQL client, and returns what it says. */
    static String client(Path folder, Path statements) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "client", ".txt");
        Process client = flink(
                        folder,
                        "org.apache.flink.table.client.SqlClient",
                        "embedded",
                        "-hist",
                        folder.resolve("history").toString())
                .redirectInput(statements.toFile())
                .redirectOutput(said.toFile())
                .start();
        if (!client.waitFor(8, TimeUnit.MINUTES)) {
            client.destroyForcibly();
            throw new IllegalStateException("the client did not end: " + Files.readString(said));
        }
        // the picture at its start, and colours, would break the lines between a test and the build
        return Files.readString(said).replaceAll("[^\\x20-\\x7e\n]", "");
    }

    private static ProcessBuilder java(
            Path folder, String classPath, List<String> options, String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    }
}
