package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TitledValuesTest {

    @Test
    void what_is_said_once_is_read_as_a_field_and_as_a_titled_line() {
        TitledValues section = new TitledValues(2, 10).field("price", 3).line("price", "%d of %d", 3, 6);
        assertThat(JsonText.of(section)).isEqualTo("{\"price\":3}");
        assertThat(section.text()).isEqualTo("  price     3 of 6\n");
    }

    @Test
    void lines_of_a_fields_sections_stand_where_the_field_was_added_and_hold_what_came_to_them_later() {
        TitledValues page = new TitledValues(0, 6).line("first", "1");
        TitledValues part = page.part().field("name", "a").line("part", "a");
        page.field("parts", List.of(part, page.part().field("name", "b").line("part", "b")))
                .line("last", "2");
        part.field("more", true).line("more", "yes");
        assertThat(page.text()).isEqualTo("first 1\npart  a\nmore  yes\npart  b\nlast  2\n");
        assertThat(JsonText.of(page)).isEqualTo("{\"parts\":[{\"name\":\"a\",\"more\":true},{\"name\":\"b\"}]}");
    }

    @Test
    void a_title_that_fills_its_column_is_kept_whole_and_a_percent_sign_among_the_words_is_no_format() {
        assertThat(new TitledValues(1, 3)
                        .line("long", "%s", "95 %")
                        .line("", "as is")
                        .text())
                .isEqualTo(" long95 %\n    as is\n");
    }

    @Test
    void a_field_that_is_not_known_is_left_out_and_one_that_is_null_is_not() {
        TitledValues section =
                new TitledValues().known("idle", null).field("unit", null).fields(Map.of("hold", "1m"));
        assertThat(JsonText.of(section)).isEqualTo("{\"unit\":null,\"hold\":\"1m\"}");
    }
}
