package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every golden row about attacks, asked by its own words, to 1e-9. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttackGoldenTest {

    private static final CalcBatch ROWS = CalcBatch.learning("attacks");

    private static int check(CalcBatch batch, String... options) {
        List<CalcBatch.Row> rows = batch.ask(options);
        for (CalcBatch.Row row : rows) {
            assertThat(row.answered("success")).as("%s", row).isEqualTo(row.expected("success"), within(1e-9));
            if (row.has("bound")) {
                assertThat(row.answered("bound")).as("%s", row).isEqualTo(row.expected("bound"), within(1e-9));
                assertThat(row.answered("success")).as("%s", row).isLessThanOrEqualTo(row.answered("bound"));
            } else {
                assertThat(row.answer().get("bound")).as("%s", row).isEmpty();
            }
        }
        return rows.size();
    }

    @Test
    void attacks_succeed_as_often_as_the_reference_says() {
        assertThat(check(ROWS.where("attack", attack -> !attack.equals("membership")), "attacks"))
                .isEqualTo(24);
        assertThat(check(ROWS.where("against", "raw means"::equals), "attacks")).isEqualTo(2);
    }

    /** Rows against noise do not say how many columns and people there are; the row against raw means before them does. */
    @ParameterizedTest
    @CsvSource({"1000, 100, 0.94127", "10000, 1000, 0.94289"})
    void members_are_found_as_often_as_the_reference_says(String columns, String people, String success) {
        CalcBatch noisy =
                ROWS.where("attack", "membership"::equals).where("against", against -> !against.equals("raw means"));
        String[] options = {"attacks", "--columns", columns, "--people", people};
        assertThat(check(noisy.where("success", number -> number.startsWith(success)), options))
                .isEqualTo(1);
        assertThat(check(noisy.where("against", "weir"::equals), options)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --attack tracker --against fresh~noise --epsilon 1 --times 10 | --attack tracker --against fresh-noise --parameters epsilon~1,~asked~10~times
            --attack sliding-windows --against fresh-noise --epsilon 0.1 --panes 60 | --attack sliding_windows --against fresh~noise --parameters 60~panes --epsilon 0.1
            --attack reconstruction --against weir --epsilon 1 --people 3 --questions 8 | --attack reconstruction --against weir --parameters epsilon~1,~8~questions~about~3~people
            --attack averaging --against weir --epsilon 1 --times 100 | --attack AVERAGING --against Weir --epsilon 1 --queries 100
            """)
    void numbers_are_options_or_words(String options, String words) {
        assertThat(Asked.line("attacks " + words)).isEqualTo(Asked.line("attacks " + options));
        assertThat(Asked.line("attacks " + options).code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --attack tracker --against fresh~noise --epsilon 1 | --times: must be given
            --attack averaging --against weir --parameters epsilon~1,~epsilon~2 | --parameters: must say epsilon once
            --attack averaging --against weir --epsilon 1 --times 3 --parameters epsilon~1 | --epsilon: must be given once, as an option or in parameters
            --attack restart --against weir --epsilon 0 | --epsilon: must be between 1.0E-100 and 1.0E100, was 0
            --attack restart --against raw --epsilon 1 | --epsilon: must not be given here, where it changes nothing
            --attack reconstruction --against weir --epsilon 1 --people 4 --questions 4 | --questions: must be a power of two above the number of people, at most 4096, was 4
            --attack k-anonymity --against raw --people 3 --known 3 | --people: must be between 4 and 1000004, was 3
            --attack regression --against raw --people 3 --features 4 | --people: must be at least the number of features, was 3
            --attack theft --against raw | --attack: must be one of tracker, averaging, sliding-windows, membership, restart, linkage, reconstruction, regression, k-anonymity, was theft
            --attack restart --against all | --against: must be one of raw; fresh noise; weir, adversary knows all others; weir, was all
            """)
    void what_is_missing_or_said_twice_is_refused(String options, String refusal) {
        Asked asked = Asked.line("attacks " + options);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).isEqualTo(refusal + "\n");
    }
}
