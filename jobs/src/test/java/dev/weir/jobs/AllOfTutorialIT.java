package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.JavaProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the pages literally in an empty directory: writes the files and runs the commands. Only {@code weir} is not the
 * script but the program that the script starts, because the script would build while this build runs.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AllOfTutorialIT {

    private static final int WAIT_SECONDS = 400;
    private static final Pattern FIGURES =
            Pattern.compile("per-country (.+) \\[(\\S+)T00:00:00Z, .*orders=(-?\\d+) .*revenue=(-?\\d+) .*");

    /**
     * The tolerance is 26 times the scale of the noise, which is 4. Any of 56 figures exceeds it in fewer than one in
     * 10<sup>9</sup> runs.
     */
    private static final long FAR_FOR_ORDERS = 4 * 26;

    private static final long FAR_FOR_REVENUE = FAR_FOR_ORDERS * 50_000;

    @TempDir
    Path empty = Path.of("");

    private Path weir = Path.of("");

    @BeforeEach
    void standIn(@TempDir Path folder) throws IOException {
        weir = folder;
        Path root = Snippet.repository();
        Files.createSymbolicLink(weir.resolve("examples"), root.resolve("examples"));
        Files.createDirectories(weir.resolve("jobs"));
        Files.createSymbolicLink(weir.resolve("jobs/target"), root.resolve("jobs/target"));
        String opens = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .collect(Collectors.joining(" "));
        Path script = Files.writeString(
                weir.resolve("weir"),
                "#!/bin/sh\nexec java " + String.join(" ", JavaProcess.options()) + " " + opens
                        + " -Dlog4j2.configurationFile=weir-log4j2.properties -Dweir.log=weir.log"
                        + " -Dweir.log.level=warn dev.weir.jobs.Weir \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Deletes the links before the folder is deleted, so that their targets stay. */
    @AfterEach
    void removeLinks() throws IOException {
        Files.delete(weir.resolve("examples"));
        Files.delete(weir.resolve("jobs/target"));
    }

    @Test
    void the_tutorial_does_what_it_says_from_top_to_bottom() throws Exception {
        List<Snippet> tutorial = Snippet.in("docs/tutorial.md");
        for (Snippet snippet : tutorial) {
            follow(snippet);
        }
        checkReleased(Files.readAllLines(empty.resolve("released.txt")));
        assertThat(empty.resolve("both.txt")).content().hasLineCount(2 * 7 * 4);
        assertThat(empty.resolve("out/released.jsonl")).content().hasLineCount(7 * 4);
        checkBaskets();
        assertThat(empty.resolve("said.txt"))
                .content()
                .contains(
                        text(tutorial, "/READ "),
                        text(tutorial, "weir.again: "),
                        "orders, domain shop",
                        "Clock       record-time, delay 0s, max-skew 31d\n",
                        "200000");
        String head =
                Files.readString(empty.resolve("orders.csv")).lines().limit(3).collect(Collectors.joining("\n"));
        assertThat(tutorial).anyMatch(snippet -> snippet.text().strip().equals(head));
        checkRefusal(tutorial);
    }

    /** Does with a block of the page what a reader would do. */
    private void follow(Snippet snippet) throws Exception {
        Path job = empty.resolve("OrdersJob.java");
        if (snippet.name().endsWith("#second")) {
            edit(job, "(?m)^ *orders\\.release.*\\n", snippet.text());
        } else if (snippet.name().endsWith("#card")) {
            edit(job, "(?m)^(?= *orders\\.release)", snippet.text());
        } else if (!snippet.name().isEmpty()) {
            Files.writeString(empty.resolve(snippet.name()), snippet.text());
        } else if (snippet.language().equals("sh")) {
            run(snippet.text());
        }
    }

    private static void edit(Path file, String place, String text) throws IOException {
        String edited = Files.readString(file).replaceFirst(place, Matcher.quoteReplacement(text));
        assertThat(edited).contains(text);
        Files.writeString(file, edited);
    }

    private void checkReleased(List<String> released) throws IOException {
        assertThat(released).hasSize(7 * 4);
        Map<String, long[]> exact = exact();
        for (String line : released) {
            Matcher figures = FIGURES.matcher(line);
            assertThat(figures.matches()).as(line).isTrue();
            long[] expected = exact.getOrDefault(figures.group(1) + figures.group(2), new long[2]);
            assertThat(Math.abs(Long.parseLong(figures.group(3)) - expected[0])).isLessThan(FAR_FOR_ORDERS);
            assertThat(Math.abs(Long.parseLong(figures.group(4)) - expected[1])).isLessThan(FAR_FOR_REVENUE);
        }
    }

    private void checkBaskets() {
        assertThat(empty.resolve("baskets/released.jsonl"))
                .content()
                .hasLineCount(7 * 4)
                .contains("\"average\":{\"value\":", "\"usual\":{\"value\":", "\"interval\":[");
    }

    /** Checks the refusal of the job as it was last run, without the switch. */
    private void checkRefusal(List<Snippet> tutorial) throws Exception {
        String again = tutorial.stream()
                .filter(snippet -> snippet.language().equals("sh"))
                .map(Snippet::text)
                .filter(text -> text.contains("-Dweir.again=true"))
                .findFirst()
                .orElseThrow();
        String refused =
                again.substring(again.indexOf("java -D"), again.indexOf(" > ")).replace("-Dweir.again=true ", "");
        run("if " + refused + " > refused.txt 2> why.txt; then exit 1; fi");
        assertThat(empty.resolve("refused.txt")).isEmptyFile();
        assertThat(Files.readAllLines(empty.resolve("why.txt")).stream()
                        .filter(line -> !line.isBlank())
                        .dropWhile(line -> !line.startsWith("LEDGER_AHEAD"))
                        .map(AllOfTutorialIT::ofAnyBatch))
                .containsExactly(ofAnyBatch(text(tutorial, "LEDGER_AHEAD").strip()));
    }

    /** Replaces the number of the batch, which depends on the time of a run. */
    private static String ofAnyBatch(String line) {
        return line.replaceAll("ends at batch \\d+", "ends at batch 1");
    }

    private static String text(List<Snippet> tutorial, String part) {
        return tutorial.stream()
                .map(Snippet::text)
                .filter(text -> text.contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_snippet_of_the_readme_compiles() throws Exception {
        List<Snippet> java = Snippet.in("README.md").stream()
                .filter(snippet -> snippet.language().equals("java"))
                .toList();
        assertThat(java).hasSize(1);
        Files.writeString(empty.resolve("Rides.java"), """
                import static dev.weir.operators.api.Aggregation.*;
                import static dev.weir.operators.api.Clamp.clamp;
                import dev.weir.accountant.privacy.*;
                import dev.weir.operators.api.*;
                import dev.weir.operators.query.*;
                import dev.weir.operators.result.Release;
                import dev.weir.operators.time.*;
                import java.math.BigDecimal;
                import java.time.*;
                import java.util.List;
                import org.apache.flink.api.connector.sink2.Sink;
                import org.apache.flink.streaming.api.datastream.DataStream;
                class Rides {
                    record Ride(Instant start, String rider, String zone, long fare) {}
                    void build(DataStream<Ride> stream, Schedule schedule, Sink<Release> sink) {
                        %s
                    }
                }
                """.formatted(java.get(0).text()));
        run("javac -Xlint:all -Werror -cp \"$WEIR/jobs/target/classes:$WEIR/jobs/target/lib/*\" Rides.java");
    }

    private void run(String commands) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-euo", "pipefail", "-c", commands));
        Path said = empty.resolve("said.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(empty.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()));
        Map<String, String> environment = builder.environment();
        environment.put("WEIR", weir.toString());
        environment.put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + environment.get("PATH"));
        environment.put("CLASSPATH", JavaProcess.classPath());
        // these programs are so short that the optimizing compiler costs more than it gains
        environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        boolean ended = process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0).as(Files.readString(said)).isTrue();
    }

    /**
     * Computes the expected totals with plain maps: positive values, the first two of a customer and day in the first
     * country, clipped.
     */
    private Map<String, long[]> exact() throws IOException {
        Map<String, long[]> totals = new HashMap<>();
        Map<String, String> countries = new HashMap<>();
        Map<String, Integer> taken = new HashMap<>();
        for (String line : Files.readAllLines(empty.resolve("orders.csv"))) {
            String[] fields = line.split(",", -1);
            if (fields[0].equals("time") || Long.parseLong(fields[3]) <= 0) {
                continue;
            }
            String day = fields[0].substring(0, 10);
            String unit = fields[1] + day;
            countries.putIfAbsent(unit, fields[2]);
            if (fields[2].equals(countries.get(unit)) && taken.merge(unit, 1, Integer::sum) <= 2) {
                long[] total = totals.computeIfAbsent(fields[2] + day, key -> new long[2]);
                total[0]++;
                total[1] += Math.min(50_000, Long.parseLong(fields[3]));
            }
        }
        return totals;
    }
}
