package dev.weir.jobs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SampledCsvTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private SampledCsv sample(String first) throws Exception {
        return SampledCsv.of(Files.writeString(dir.resolve("data.csv"), first + "\nann,harbour\nben,market\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quentin,7",
                "quentin,-2.50",
                "quentin,\"2,5\"",
                "quentin,1e3",
                "quentin,2026-03-02T06:00:00Z",
                "quentin, 2026-03-02 06:00",
                "quentin,02/Mar/2026:06:00:00 +0000",
                "quentin,06:30",
                "quentin,",
                "quentin,quentin"
            })
    void a_first_line_that_may_be_a_record_is_refused_and_not_shown(String first) {
        assertThatThrownBy(() -> sample(first))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--input: the first line must name the columns")
                .hasMessageNotContainingAny("quentin", "-03-02", "2.50", "06:");
    }

    @Test
    void names_may_have_digits_and_signs() throws Exception {
        assertThat(sample("1st place,\"Fare (EUR, 2026)\"").names()).isEqualTo("1st place, Fare (EUR, 2026)");
    }
}
