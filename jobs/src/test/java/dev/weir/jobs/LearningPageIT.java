package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.synth.DeniableLoss;
import dev.weir.accountant.synth.DeniablePrice;
import dev.weir.accountant.synth.PlausibleDeniability;
import dev.weir.jobs.synth.TreeFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the page about learning, and compares the rows and the snippets that it shows. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LearningPageIT {

    private static final String PAGE = "docs/learning.md";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private static List<String> snippets(String language) throws IOException {
        return Snippet.in(PAGE).stream()
                .filter(snippet -> snippet.language().equals(language))
                .map(Snippet::text)
                .toList();
    }

    @Test
    void its_commands_do_what_it_says() throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line : String.join("", snippets("sh")).split("\n", -1)) {
            if (!line.isEmpty()) {
                said.append(run(line));
            }
        }
        String text = said.toString().replace(Snippet.repository() + "/", "");
        for (String line : snippets("text").get(0).split("\n", -1)) {
            assertThat(text).contains(line.replaceAll("0\\.\\d+ in the mean", ""));
        }
        assertThat(Files.readAllLines(dir.resolve("out/synthetic.csv"))).hasSize(1001);
        compareRows();
    }

    private String run(String line) {
        assertThat(line).startsWith("./weir ");
        String[] words = Arrays.stream(line.substring("./weir ".length()).split(" ", -1))
                .map(word -> word.startsWith("examples/")
                        ? Snippet.repository().resolve(word).toString()
                        : word.startsWith("out/") ? dir.resolve(word).toString() : word)
                .toArray(String[]::new);
        StringWriter out = new StringWriter();
        assertThat(InProcess.weir(out, out, words)).as(line + "\n" + out).isZero();
        return out.toString();
    }

    /**
     * The shown rows have the fields of the released ones. A coefficient is another draw of the same noise, whose deviation is stated: two
     * draws differ by more than 12 deviations of one in less than 1e-12 of all runs.
     */
    private void compareRows() throws IOException {
        ObjectMapper json = new ObjectMapper();
        Map<String, JsonNode> released = new HashMap<>();
        for (String line : Files.readAllLines(dir.resolve("out/learning/released.jsonl"))) {
            JsonNode row = json.readTree(line);
            released.put(row.get("query").asText(), row.get("values"));
        }
        for (Snippet snippet : Snippet.in(PAGE)) {
            if (snippet.language().equals("json")) {
                JsonNode found = Objects.requireNonNull(released.remove(snippet.name()));
                assertThat(names(json.readTree(snippet.text()), "")).isEqualTo(names(found, ""));
                if (found.has("spend")) {
                    double stddev = found.at("/spend/stddev/lines").asDouble();
                    assertThat(json.readTree(snippet.text())
                                    .at("/spend/coefficients/lines")
                                    .asDouble())
                            .isCloseTo(found.at("/spend/coefficients/lines").asDouble(), within(12 * stddev));
                }
            }
        }
        assertThat(released).isEmpty();
    }

    private static List<String> names(JsonNode node, String path) {
        List<String> names = new ArrayList<>(List.of(path));
        node.properties().forEach(field -> names.addAll(names(field.getValue(), path + "/" + field.getKey())));
        return names;
    }

    @Test
    void its_tree_is_read() throws IOException {
        Path file = Files.writeString(dir.resolve("tree.yaml"), snippets("yaml").get(0));
        assertThat(TreeFile.read(file).tree().columns()).hasSize(3);
    }

    @Test
    void its_java_is_what_is_tested_here() throws IOException {
        PlausibleDeniability test = new PlausibleDeniability(5000, 2, 0.005);
        DeniablePrice price = new DeniablePrice(test, test.best(1e-8).orElseThrow(), 0.5);
        DeniableLoss record = price.record(); // epsilon 0.0130, delta 2e-8, for each record that comes out
        assertThat(record.epsilon()).isCloseTo(0.0130, within(5e-5));
        assertThat(record.delta()).isCloseTo(2e-8, within(5e-10));
        String own = Files.readString(Path.of("src/test/java/dev/weir/jobs/LearningPageIT.java"));
        for (String line : snippets("java").get(0).split("\n", -1)) {
            assertThat(own).contains(line);
        }
    }
}
