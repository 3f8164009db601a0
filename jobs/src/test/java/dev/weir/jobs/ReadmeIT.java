package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the replays of the README, and compares the rows that it shows. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReadmeIT {

    private static final Pattern REPLAY =
            Pattern.compile("(?m)^\\./weir replay (examples/\\S+) --input (examples/\\S+) --out out/\\S+$");
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The tolerance, in standard deviations. A shown value is another draw of the same noise. The two differ by more with
     * probability below 1e-9 for Laplace noise, and below 1e-50 for Gaussian noise; at most seven values are compared.
     */
    private static final double FAR = 18;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void what_the_readme_shows_comes_out() throws IOException {
        Map<String, JsonNode> released = released();
        List<Snippet> rows = Snippet.in("README.md").stream()
                .filter(snippet -> snippet.language().equals("json"))
                .toList();
        assertThat(rows).hasSize(3);
        for (Snippet row : rows) {
            JsonNode shown = JSON.readTree(row.text());
            JsonNode found =
                    Objects.requireNonNull(released.get(shown.get("release").asText()), () -> "no row " + row.text());
            assertThat(found.get("window")).isEqualTo(shown.get("window"));
            assertThat(found.path("step")).isEqualTo(shown.path("step"));
            for (Map.Entry<String, JsonNode> value : shown.get("values").properties()) {
                JsonNode drawn = found.get("values").get(value.getKey());
                double stddev = drawn.get("stddev").asDouble();
                assertThat(value.getValue().get("stddev").asDouble()).isEqualTo(stddev, within(0.001 * stddev));
                assertThat(value.getValue().get("value").asDouble())
                        .isEqualTo(drawn.get("value").asDouble(), within(FAR * stddev));
            }
        }
    }

    /** Returns all rows of all replays, by release. */
    private Map<String, JsonNode> released() throws IOException {
        String commands = String.join(
                "\n", Snippet.in("README.md").stream().map(Snippet::text).toList());
        List<MatchResult> replays = REPLAY.matcher(commands).results().toList();
        assertThat(replays).hasSize(3);
        Map<String, JsonNode> released = new HashMap<>();
        for (MatchResult replay : replays) {
            Path root = Snippet.repository();
            Path out = dir.resolve(replay.group(1));
            String pipeline = root.resolve(replay.group(1)).toString();
            String input = root.resolve(replay.group(2)).toString();
            assertThat(Weir.commandLine()
                            .execute("replay", pipeline, "--input", input, "--out", out.toString(), "--quiet"))
                    .isZero();
            for (String line : Files.readAllLines(out.resolve("released.jsonl"))) {
                JsonNode row = JSON.readTree(line);
                released.put(row.get("release").asText(), row);
            }
        }
        assertThat(dir.resolve("examples/replay-ledger/rides.jsonl"))
                .content()
                .hasLineCount(3)
                .contains("\"in-all\":{\"epsilon\":3,\"delta\":0.000002}");
        return released;
    }
}
