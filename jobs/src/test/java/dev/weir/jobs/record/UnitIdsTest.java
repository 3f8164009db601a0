package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.UnitForm;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UnitIdsTest {

    private static final int MOST = 40;

    private static String read(UnitForm form, String id) {
        UnitIds ids = new UnitIds(form, MOST);
        byte[] bytes = ("<" + id + ">").getBytes(StandardCharsets.UTF_8);
        Rejection code = ids.read(bytes, 1, bytes.length - 1);
        return code == null ? new String(ids.last(), StandardCharsets.UTF_8) : code.name();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ann", " ann", "007", "\u0130", "e\u0301", "\ud83d\ude00"})
    void ids_are_compared_byte_by_byte_where_nothing_else_is_said(String id) {
        assertThat(read(UnitForm.EXACT, id)).isEqualTo(id);
    }

    /**
     * Covers composed and decomposed letters, the Kelvin and Angstrom signs, capitals outside of the basic plane, and a
     * dotted capital I.
     */
    @ParameterizedTest
    @CsvSource({
        "Ann, ann",
        "ANN@Example.ORG, ann@example.org",
        "\u00c9, \u00e9",
        "E\u0301, \u00e9",
        "\u212a, k",
        "\u212b, \u00e5",
        "\ud801\udc00, \ud801\udc28",
        "\u0130, i\u0307",
        "\u1e9e, \u00df",
        "\u039f\u0394\u039f\u03a3, \u03bf\u03b4\u03bf\u03c2"
    })
    void lower_case_is_that_of_unicode_whatever_the_language(String id, String form) {
        assertThat(read(UnitForm.LOWER_CASE, id)).isEqualTo(form);
        assertThat(read(UnitForm.LOWER_CASE, form)).isEqualTo(form);
    }

    @ParameterizedTest
    @CsvSource({
        "7, 7",
        "007, 7",
        "+7, 7",
        "7.0, 7",
        "7., 7",
        "-7, -7",
        "-007.000, -7",
        "0, 0",
        "-0, 0",
        "000.0, 0",
        "99999999999999999999999999, 99999999999999999999999999"
    })
    void a_number_is_one_unit_however_it_is_written(String id, String form) {
        assertThat(read(UnitForm.NUMBER, id)).isEqualTo(form);
        assertThat(read(UnitForm.NUMBER, form)).isEqualTo(form);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x", "7x", "7.5", "7e0", "1e3", "+", "-", ".", ".0", "--7", "7..0", "0x7", " 7", "7 ", "\u0667", "NaN"
            })
    void what_is_no_whole_number_is_refused(String id) {
        assertThat(read(UnitForm.NUMBER, id)).isEqualTo("NOT_A_NUMBER");
    }

    /** The lower case of an id can be longer than the id: two bytes become three. */
    @Test
    void an_id_that_is_too_long_in_its_form_is_refused() {
        assertThat(read(UnitForm.LOWER_CASE, "\u0130".repeat(13))).hasSize(26);
        assertThat(read(UnitForm.LOWER_CASE, "\u0130".repeat(14))).isEqualTo("TOO_LARGE");
    }
}
