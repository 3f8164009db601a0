package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code weir calc running} and {@code sliding} beyond the golden rows. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeriesCalcTest {

    @TempDir
    private Path folder;

    private List<String> batch(String form, String csv) throws IOException {
        Path file = Files.writeString(folder.resolve("questions.csv"), csv);
        Asked asked = Asked.line(form + " --batch " + file);
        assertThat(asked.code()).as(asked.err()).isZero();
        return asked.out().lines().toList();
    }

    @Test
    void a_running_total_is_answered_with_its_parameters_and_the_errors_of_what_is_naive() throws IOException {
        Asked asked = Asked.line("running --mechanism blt --steps 288 --at 12 --json");
        JsonNode json = new ObjectMapper().readTree(asked.out());
        assertThat(json.get("std_at").asDouble()).isLessThan(json.get("rms_std").asDouble());
        assertThat(json.get("rms_std").asDouble())
                .isLessThan(json.get("max_std").asDouble());
        assertThat(json.get("buffers").asInt()).isEqualTo(3);
        assertThat(json.get("one_minus_theta").asText().split("[|]")).hasSize(3);
        assertThat(json.get("beta0_beta").asText().split("[|]")).hasSize(4);
        assertThat(json.get("increment_max_std").asDouble()).isCloseTo(Math.sqrt(288), within(1e-9));
        assertThat(json.get("recompute_max_std").asDouble()).isCloseTo(Math.sqrt(288), within(1e-9));
        // the total of step 255 adds 8 nodes, and the tree has 9 levels
        assertThat(json.get("tree_max_std").asDouble()).isCloseTo(Math.sqrt(8 * 9), within(1e-9));
    }

    /**
     * Compares two contributions in one step, two in any two steps, two a day apart, and a sensitivity for series without an
     * end.
     */
    @Test
    void contributions_cost_less_apart_and_more_without_an_end() throws IOException {
        List<String> lines = batch("running --mechanism blt --buffers 3", """
                steps,participations,separation,horizon
                1000,2,,
                1000,2,1,
                1000,2,288,known
                1000,2,288,infinite
                """);
        double[] errors = lines.stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[5]))
                .toArray();
        assertThat(lines.get(0)).startsWith("steps,participations,separation,horizon,sensitivity,max_std,");
        assertThat(errors[0]).isGreaterThan(errors[1]);
        assertThat(errors[1]).isGreaterThan(errors[2]);
        assertThat(errors[3]).isGreaterThan(errors[2]);
    }

    /** Without noise that is shared, a window has the noise of its steps, or of its two totals; the first total has none. */
    @ParameterizedTest
    @CsvSource({"increment, 5, 5, 5", "increment, 5, 8, 5", "recompute, 5, 8, 128", "recompute, 8, 8, 64"})
    void a_window_is_a_difference_of_two_totals(String mechanism, int window, int at, int variance) {
        Asked asked = Asked.line("running --steps 64 --mechanism " + mechanism + " --window " + window + " --at " + at);
        assertThat(asked.out()).contains("std_window = " + Math.sqrt(variance) + "\n");
    }

    @Test
    void a_window_of_a_whole_series_has_the_error_of_its_total() throws IOException {
        for (String mechanism : List.of("blt", "sqrt", "anytime")) {
            Asked asked = Asked.line("running --steps 1000 --at 700 --window 700 --json --mechanism " + mechanism);
            JsonNode json = new ObjectMapper().readTree(asked.out());
            assertThat(json.get("std_window").asDouble())
                    .isCloseTo(json.get("std_at").asDouble(), within(1e-12));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            running --mechanism blt                                     | --steps: must be given
            running --mechanism anytime --horizon known                 | --horizon: must be infinite for anytime
            running --mechanism tree --steps 9 --horizon infinite       | --horizon: must be known for tree
            running --mechanism blt --steps 9 --law laplace             | --law: must be gaussian for blt
            running --mechanism kary --steps 9 --law gaussian           | --law: must be laplace for kary
            running --mechanism blt --steps 9 --at 10                   | --at: must be at most 9, the last step, was 10
            running --mechanism sqrt --steps 9 --window 2               | --window: must be given with at
            running --mechanism blt --steps 9 --at 4 --window 5         | --window: must be at most at, which is 4, was 5
            running --mechanism tree --steps 9 --at 4 --window 2        | --window: must not be given here
            running --mechanism tree --steps 9 --buffers 3              | --buffers: must not be given here
            running --mechanism prefix --steps 9                        | --mechanism: must be one of blt, anytime
            running --mechanism kary --steps 9 --k 4                    | --k: must be odd and between 3 and 31, was 4
            sliding                                                     | --window: must be given
            """)
    void questions_about_series_are_refused_by_a_rule(String line, String refusal) {
        Asked asked = Asked.line(line);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).hasLineCount(1).startsWith(refusal);
    }

    @Test
    void a_horizon_without_an_end_answers_for_steps_beyond_it() {
        for (String mechanism : List.of("blt", "kary")) {
            Asked asked = Asked.line("running --steps 1000 --horizon infinite --at 100000 --mechanism " + mechanism);
            assertThat(asked.out()).contains("std_at = ");
        }
    }
}
