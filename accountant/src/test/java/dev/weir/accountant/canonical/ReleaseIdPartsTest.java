package dev.weir.accountant.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReleaseIdPartsTest {

    @Test
    void an_id_has_five_parts_or_six_with_the_name_of_its_window() {
        assertThat(ReleaseIdParts.of("town/hourly/3/a%2Fb/3600000"))
                .contains(new ReleaseIdParts("town", "hourly", "3", "a%2Fb", "", "3600000"));
        assertThat(ReleaseIdParts.of("town/hourly/3//week/3600000"))
                .contains(new ReleaseIdParts("town", "hourly", "3", "", "week", "3600000"));
        assertThat(ReleaseIdParts.of("town/hourly/3/3600000")).isEmpty();
        assertThat(ReleaseIdParts.of("town/hourly/3/a/b/week/3600000")).isEmpty();
    }

    @Test
    void ids_of_a_query_and_its_version_begin_alike() {
        assertThat(ReleaseIdParts.of("town/hourly/3/a/7").orElseThrow().prefix())
                .isEqualTo("town/hourly/3/")
                .isEqualTo(ReleaseIdParts.of("town/hourly/3/b/week/8")
                        .orElseThrow()
                        .prefix());
    }
}
