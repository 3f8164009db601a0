package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that in every example whose stream is here, and in the README's first pipeline, at least half of the released values
 * are at least twice as large as their noise. The check uses exact values and stated noise, so it cannot fail by chance.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExampleSignalIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MOST = 0.5;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @ParameterizedTest
    @ValueSource(
            strings = {"rides", "rides-so-far", "rides-sliding", "rides-districts", "rides-so-far-districts", "live"})
    void an_example_has_a_signal_above_its_noise(String name) throws Exception {
        assertSignal(Snippet.repository().resolve("examples/" + name + ".yaml"));
    }

    @Test
    void the_first_pipeline_of_the_readme_has_a_signal_above_its_noise() throws Exception {
        Snippet first = Snippet.in("README.md").get(0);
        assertThat(first.language()).isEqualTo("yaml");
        assertSignal(Files.writeString(dir.resolve("readme.yaml"), first.text()));
    }

    private void assertSignal(Path pipeline) throws IOException {
        Path out = dir.resolve("out");
        String input = Snippet.repository().resolve("examples/rides.csv").toString();
        String[] line = {"replay", pipeline.toString(), "--input", input, "--out", out.toString()};
        List<String> arguments = new ArrayList<>(List.of(line));
        arguments.addAll(List.of("--reveal-exact", "--quiet"));
        assertThat(Weir.commandLine().execute(arguments.toArray(String[]::new))).isZero();
        Map<String, List<Double>> ratios = ratios(out);
        assertThat(ratios).isNotEmpty();
        assertThat(ratios)
                .allSatisfy((value, all) -> assertThat(median(all)).as(value).isLessThan(MOST));
    }

    /** Returns, for each value, the ratio of noise and exact total of every release; infinite for a total of 0. */
    private static Map<String, List<Double>> ratios(Path out) throws IOException {
        Map<String, JsonNode> released = new HashMap<>();
        for (String line : Files.readAllLines(out.resolve("released.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            released.put(row.get("release").asText(), row.get("values"));
        }
        Map<String, List<Double>> ratios = new HashMap<>();
        for (String line : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            JsonNode noisy =
                    Objects.requireNonNull(released.get(row.get("release").asText()));
            for (Map.Entry<String, JsonNode> value : row.get("values").properties()) {
                double stddev = noisy.at("/" + value.getKey() + "/stddev").asDouble();
                double size = Math.abs(value.getValue().get("value").asDouble());
                ratios.computeIfAbsent(value.getKey(), name -> new ArrayList<>())
                        .add(stddev / size);
            }
        }
        return ratios;
    }

    private static double median(List<Double> numbers) {
        return numbers.stream().sorted().toList().get(numbers.size() / 2);
    }
}
