package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws records from the example's rows, which are in the form of published ones, in a folder that holds nothing else. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SynthCommandTest {

    private static final Path EXAMPLES = Path.of("..", "examples", "synth");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int synth(String... more) throws IOException {
        for (String name : List.of("orders.jsonl", "orders-tree.yaml")) {
            if (!Files.exists(dir.resolve(name))) {
                Files.copy(EXAMPLES.resolve(name), dir.resolve(name));
            }
        }
        List<String> arguments = new ArrayList<>(List.of(
                "synth",
                dir.resolve("orders.jsonl").toString(),
                "--tree",
                dir.resolve("orders-tree.yaml").toString()));
        arguments.addAll(List.of(more));
        return InProcess.weir(out, err, arguments.toArray(String[]::new));
    }

    @Test
    void records_go_to_a_new_file_and_the_console_says_what_was_read() throws IOException {
        Path file = dir.resolve("synthetic.csv");
        assertThat(synth("--records", "500", "--out", file.toString())).isZero();
        assertThat(Files.readAllLines(file)).hasSize(501).startsWith("country,weekday,hour,lines,value");
        assertThat(out.toString())
                .contains(
                        "read: 120 published rows of " + dir.resolve("orders.jsonl"),
                        "window: 2011-01-03T00:00:00Z to 2011-01-04T00:00:00Z, one window, as published",
                        "cost: none",
                        "500 records are in " + file);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).hasSize(3);
        }
        assertThat(synth("--records", "500", "--out", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--out: must not exist, was " + file);
    }

    @Test
    void records_without_a_file_are_all_that_is_printed() throws IOException {
        assertThat(synth("--records", "20")).isZero();
        assertThat(out.toString().lines()).hasSize(21).allMatch(line -> line.split(",", -1).length == 5);
        assertThat(err.toString()).contains("cost: none", "total variation");
        String first = out.toString();
        out.getBuffer().setLength(0);
        // 20 records are the same again with a probability of less than 1e-20: no value has a probability above 0.9
        assertThat(synth("--records", "20")).isZero();
        assertThat(out.toString()).isNotEqualTo(first);
    }

    @Test
    void a_comparison_with_real_records_goes_to_a_private_file_alone() throws IOException {
        Path real = Files.writeString(dir.resolve("real.csv"), """
                        lines,country,value,hour,weekday,more
                        1-4,Germany,below 100,10-11,Mon,x
                        1-4,Germany,below 100,10-11,Mon,x
                        1-4,Atlantis,below 100,10-11,Mon,x
                        """);
        String[] arguments = {
            "--records", "2000", "--out", dir.resolve("s.csv").toString(), "--compare", real.toString()
        };
        assertThat(synth(arguments)).isZero();
        Path folder = dir.resolve("private");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        JsonNode found =
                new ObjectMapper().readTree(folder.resolve("synth-quality.json").toFile());
        assertThat(found.path("private").asBoolean()).isTrue();
        assertThat(found.path("real-records").asInt()).isEqualTo(2);
        assertThat(found.path("left-out").asInt()).isEqualTo(1);
        assertThat(found.path("total-variation")).hasSize(10);
        assertThat(found.path("mean-total-variation").asDouble()).isBetween(0.7, 1.0);
        assertThat(out.toString() + err)
                .doesNotContain(found.path("mean-total-variation").asText());
    }

    @Test
    void wrong_options_are_refused() throws IOException {
        assertThat(synth("--records", "0")).isEqualTo(2);
        assertThat(synth("--records", "5", "--compare", "real.csv")).isEqualTo(2);
        assertThat(synth("--records", "5", "--since", "yesterday")).isEqualTo(2);
        assertThat(synth("--records", "5", "--until", "2012-01-01T00:00:00Z")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--records: must be from 1 to 1000000000, was 0",
                        "--out: must be given with --compare",
                        "--since: must be",
                        "--since: must be given: 0 beginnings have windows that end at 2012-01-01T00:00:00Z");
        Path real = Files.writeString(dir.resolve("real.csv"), "lines,country\n1-4,Germany\n");
        assertThat(synth("--records", "5", "--out", dir.resolve("s.csv").toString(), "--compare", real.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--compare: must be CSV whose first line names every column of the tree");
    }
}
