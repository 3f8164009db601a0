package dev.weir.jobs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.Delimiter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InterviewTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private String draft(Map<String, String> changes) throws Exception {
        Path input = Files.writeString(
                dir.resolve("rides.csv"),
                "when,who,fare\n2026-03-02T06:00:00,ann,2.50\n2026-03-02T07:00:00,ben,3.00\n");
        Map<String, String> options = new HashMap<>(Map.of(
                "--protect", "user-per-day", "--unit", "who", "--key", "none", "--window", "1h", "--sum", "fare"));
        options.putAll(Map.of("--clamp", "-1, 10.5", "--time-zone", "UTC"));
        options.putAll(changes);
        SampledCsv sample = SampledCsv.of(input);
        Wishes wishes = new Interview(sample, new Answers(options, null)).wishes(dir.resolve("rides.yaml"));
        return PipelineDraft.of(Delimiter.COMMA, wishes);
    }

    @Test
    void names_and_zones_are_quoted() throws Exception {
        assertThat(draft(Map.of("--name", "a: b", "--time-zone", "UTC\"")))
                .contains("pipeline: \"a: b\" ", "domain: {name: \"a: b\"} ", "- name: \"a: b\"")
                .contains("time-zone: \"UTC\\\"\" ", "as: \"fare\", clamp: [-1, 10.5]");
    }

    @ParameterizedTest
    @CsvSource({"--window,1h}", "--window,1", "--epsilon,'1, x: 2'", "--contributions,8 #", "--contributions,0"})
    void a_number_or_length_of_another_form_is_refused_and_not_shown(String option, String text) {
        assertThatThrownBy(() -> draft(Map.of(option, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(option + ": must be a ")
                .hasMessageNotContainingAny("}", "x: 2", "#");
    }

    @ParameterizedTest
    @CsvSource({
        "uuuu-MM-dd'T'HH:mm:ss, true",
        "uuuu-MM-dd 'Zeit' HH:mm, true",
        "iso, true",
        "uuuu-MM-dd HH:mm:ssXXX, false",
        "microseconds, false"
    })
    void a_zone_is_asked_for_where_times_are_local(String form, boolean isAsked) throws Exception {
        String draft = draft(Map.of("--time-format", form));
        assertThat(draft.contains("time-zone: \"UTC\"")).as(draft).isEqualTo(isAsked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user-per-hour", "user-per-day", "user-per-week", "user-per-month", "user"})
    void all_units_with_people_are_offered(String unit) throws Exception {
        assertThat(draft(Map.of("--protect", unit))).contains("  unit: " + unit + " ");
    }

    @ParameterizedTest
    @CsvSource({"'0,10]'", "'0'", "'0,1,2'", "'low,10'"})
    void a_clamp_is_two_numbers(String clamp) {
        assertThatThrownBy(() -> draft(Map.of("--clamp", clamp)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--clamp: must be two numbers separated by a comma");
    }

    @Test
    void a_record_is_one_contribution_and_no_answer_says_otherwise() throws Exception {
        assertThat(draft(Map.of("--protect", "event")))
                .containsPattern("contributions: 1} +# a record is one contribution")
                .doesNotContain("contributions: 8");
        assertThatThrownBy(() -> draft(Map.of("--protect", "event", "--contributions", "4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--contributions: must be left out with --protect event: a record is one contribution");
        assertThat(draft(Map.of("--contributions", "4"))).contains("contributions: 4}");
    }
}
