package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CardRoundingTest {

    private static Card card(String release) {
        List<String> settings = List.of("queries.0.release=" + release);
        return Card.of(PipelineFile.read(Path.of("..", "examples", "rides.yaml"), settings, Purpose.EXPLAIN)
                .pipeline());
    }

    private static JsonNode rounding(String release) throws IOException {
        return new ObjectMapper().readTree(card(release).json()).at("/queries/0/rounding");
    }

    @Test
    void intervals_do_not_cover_rounding_and_the_card_says_how_much_that_is() throws IOException {
        String mean = "[{mean: value, as: size, clamp: [0, 1], grid: 0.01}, {count: rides}]";
        assertThat(card(mean).text())
                .contains(
                        "  rounded       size: values to multiples of 0.01, which moves each by at most 0.005, and a mean by as"
                                + " much; stddev and intervals are of noise alone\n")
                .doesNotContain("rides: values to multiples");
        assertThat(rounding(mean).toString()).isEqualTo("{\"size\":[0.005]}");
    }

    @Test
    void every_field_that_a_value_reads_has_its_own_rounding() throws IOException {
        String ratio = "[{ratio: value, to: key, as: r, clamp: [0, 1000], to-clamp: [0, 1], to-grid: 0.01}]";
        assertThat(rounding(ratio).toString()).isEqualTo("{\"r\":[0.5,0.005]}");
        String marks =
                "[{median: value, range: [0, 1000], grid: 5}, {max: value, as: most, range: [0, 1000], grid: 5}]";
        assertThat(rounding(marks).toString()).isEqualTo("{\"value\":[2.5],\"most\":[2.5]}");
        assertThat(card(marks).text()).contains("  rounded       value, most: values to multiples of 5, which");
    }
}
