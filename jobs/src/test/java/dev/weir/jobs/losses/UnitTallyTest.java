package dev.weir.jobs.losses;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UnitTallyTest {

    private static List<String> warnings(int records, IntFunction<String> unit) {
        UnitTally tally = new UnitTally();
        IntStream.range(0, records).mapToObj(unit).forEach(id -> tally.add(id.getBytes(StandardCharsets.UTF_8)));
        return tally.warnings("rider");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "null", " None ", "N/A", "   ", "undefined", "-"})
    void units_that_stand_for_nobody_are_counted_and_not_named(String placeholder) {
        assertThat(warnings(1000, i -> i % 50 == 0 ? placeholder : "canary" + i))
                .singleElement()
                .asString()
                .startsWith("20 of 1000 records have a unit that stands for nobody")
                .contains("in field rider")
                .doesNotContain("canary");
    }

    @Test
    void where_all_stand_for_nobody_one_line_says_so() {
        assertThat(warnings(100, i -> "NULL")).hasSize(1);
    }

    @Test
    void one_unit_with_most_records_is_noticed_among_any_number_of_others() {
        assertThat(warnings(10_000, i -> i % 5 < 3 ? "canary" : "canary" + i))
                .singleElement()
                .asString()
                .matches("at least 5[89][0-9]{2} of 10000 records have one and the same unit in field rider.*")
                .doesNotContain("canary");
    }

    @Test
    void units_as_they_should_be_draw_no_warning() {
        assertThat(warnings(10_000, i -> "u" + i % 70)).isEmpty();
        assertThat(warnings(10_000, i -> i % 10 < 4 ? "often" : "u" + i)).isEmpty();
        assertThat(warnings(10_000, i -> "u" + i)).isEmpty();
        assertThat(warnings(10, i -> "only")).isEmpty();
        assertThat(warnings(1000, i -> "")).isEmpty();
    }
}
