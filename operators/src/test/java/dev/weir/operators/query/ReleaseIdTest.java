package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.keys.KeyName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReleaseIdTest {

    @Test
    void an_id_is_read_from_its_text() {
        ReleaseId id = new ReleaseId("domain", "query", 2, "a/b %Ü", 3_600_000);
        assertThat(id).hasToString("domain/query/2/a%2Fb%20%25%C3%9C/3600000");
        assertThat(ReleaseId.parse(id.toString())).isEqualTo(id);
    }

    /** Windows of different lengths may end together, so the name of the window tells their ids apart. */
    @Test
    void the_name_of_a_window_stands_before_its_end() {
        ReleaseId id = new ReleaseId("d", "q", 1, KeyName.of("en"), "berlin-day", 1_442_008_800_000L);
        assertThat(id).hasToString("d/q/1/en/berlin-day/1442008800000");
        assertThat(ReleaseId.parse(id.toString())).isEqualTo(id);
        assertThat(id).isNotEqualTo(new ReleaseId("d", "q", 1, "en", 1_442_008_800_000L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SECRET",
                "d/q/1/SECRET/day/1/2",
                "d/q/1/SECRET//2",
                "d/q/SECRET/k/1",
                "d/q/1/k/SECRET",
                "d/q/1/SECRET%ZZ/1",
                "d/q/1/SECRET~Ω/1",
                "d/ /1/SECRET/1",
                "d/q/0/SECRET/1"
            })
    void a_text_that_is_no_id_is_refused_by_the_rule_and_not_quoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReleaseId.parse(text))
                .withMessageStartingWith("a release id must be domain/query/version/key/window-end")
                .withMessageNotContainingAny("SECRET", "Z", "Ω")
                .withNoCause();
    }
}
