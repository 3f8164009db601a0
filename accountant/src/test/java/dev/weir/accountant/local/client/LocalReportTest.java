package dev.weir.accountant.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.InvalidParameter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalReportTest {

    private static final String REPORT_RULE =
            "report must be one JSON object with q, m, p and r, each once: p a whole number"
                    + " of 64 bits, the others texts without escapes";
    private static final LocalReport REPORT = new LocalReport("country", "HRhnmsTr", 20_514, "wA");

    @Test
    void a_report_that_was_written_is_read() {
        assertThat(LocalReport.parse(REPORT.json())).isEqualTo(REPORT);
        LocalReport before = new LocalReport("a", "--------", Long.MIN_VALUE, "");
        assertThat(LocalReport.parse(before.json())).isEqualTo(before);
    }

    @Test
    void order_and_blanks_do_not_matter() {
        assertThat(LocalReport.parse("\n { \"r\" : \"wA\",\"p\":20514 ,\t\"m\":\"HRhnmsTr\", \"q\":\"country\" } \r\n"))
                .isEqualTo(REPORT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {"q":"country","m":"HRhnmsTr","p":20514}                       | report
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wA","s":"x"}      | report
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wA","r":"wA"}     | report
            {"q":"country","m":"HRhnmsTr","p":"20514","r":"wA"}            | report
            {"q":1,"m":"HRhnmsTr","p":20514,"r":"wA"}                      | report
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wA"}x             | report
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wA",}             | report
            {"q":"countr\\u0079","m":"HRhnmsTr","p":20514,"r":"wA"}        | report
            {"q":"country","m":"HRhnmsTr","p":020514,"r":"wA"}             | report
            {"q":"country","m":"HRhnmsTr","p":2.5,"r":"wA"}                | report
            {"q":"country","m":"HRhnmsTr","p":9223372036854775808,"r":""}  | report
            {"q":"country","m":"HRhnmsT","p":20514,"r":"wA"}               | mechanism must be 8 characters of base64url, was another text
            {"q":"a b","m":"HRhnmsTr","p":20514,"r":"wA"}                  | question must be 1 to 64 letters, digits, dots, dashes or underscores of ASCII, was another text
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wA=="}            | body must be base64url without padding, its last bits 0, was another text
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"wB"}              | body must be base64url without padding, its last bits 0, was another text
            {"q":"country","m":"HRhnmsTr","p":20514,"r":"w"}               | body must be base64url without padding, its last bits 0, was another text
            ["q"]                                                          | report
            """)
    void anything_else_is_refused_by_the_rule_that_it_breaks(String json, String message) {
        assertThatThrownBy(() -> LocalReport.parse(json))
                .isInstanceOf(InvalidParameter.class)
                .hasMessage(message.equals("report") ? REPORT_RULE : message);
    }

    @Test
    void a_text_that_is_too_long_is_refused() {
        String json = REPORT.json() + " ".repeat(LocalReport.LONGEST);
        assertThatThrownBy(() -> LocalReport.parse(json)).hasMessageStartingWith("report must be at most 1048576");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_514, -3, Long.MAX_VALUE})
    void many_reports_are_written_as_one_is(long period) {
        Question question = CategoryQuestion.of("country", List.of("GB", "DE", "FR", "none"), BigDecimal.ONE);
        ReportText text = new ReportText(question);
        text.json(1, new byte[] {7});
        byte[] report = question.mechanism().report(2, new SeededRandomness(period));
        String one = new LocalReport("country", question.id(), period, LocalReport.body(report)).json();
        assertThat(text.json(period, report))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo(one);
    }

    /** Neither the name of the question nor the id belongs to the body, for which 60 bytes are a bar. */
    @Test
    void a_report_of_51_options_is_short() {
        List<String> options =
                IntStream.range(0, 51).mapToObj(Integer::toString).toList();
        CategoryQuestion question = CategoryQuestion.of("state", options, BigDecimal.ONE);
        LocalReport report = question.report("7", 20_514, new SeededRandomness(1));
        assertThat(report.json()).hasSizeLessThanOrEqualTo(60);
    }
}
