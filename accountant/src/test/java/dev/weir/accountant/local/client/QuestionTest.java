package dev.weir.accountant.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QuestionTest {

    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final List<String> COUNTRIES = List.of("GB", "DE", "FR", "none");

    private final Randomness randomness = new SeededRandomness(42);

    @Test
    void a_report_says_what_it_answers_and_how() {
        CategoryQuestion country = CategoryQuestion.of("country", COUNTRIES, ONE);
        LocalReport report = country.report("DE", 20514, randomness);
        assertThat(report.json())
                .isEqualTo("{\"q\":\"country\",\"m\":\"" + country.id() + "\",\"p\":20514,\"r\":\"" + report.body()
                        + "\"}");
        assertThat(new Support(country.mechanism()).add(report.bytes())).isTrue();
    }

    @Test
    void ids_differ_by_mechanism_options_and_their_order() {
        List<CategoryQuestion> questions = List.of(
                CategoryQuestion.of("country", COUNTRIES, ONE),
                CategoryQuestion.of("country", List.of("DE", "GB", "FR", "none"), ONE),
                CategoryQuestion.of("country", List.of("GB", "DE", "FR", "nobody"), ONE),
                CategoryQuestion.of("country", COUNTRIES, new BigDecimal("1.1")),
                new CategoryQuestion("country", COUNTRIES, HadamardResponse.of(4, ONE)));
        assertThat(questions.stream().map(CategoryQuestion::id)).doesNotHaveDuplicates();
        assertThat(CategoryQuestion.of("land", COUNTRIES, new BigDecimal("1.00"))
                        .id())
                .isEqualTo(questions.get(0).id());
    }

    @Test
    void a_report_of_51_options_is_short() {
        List<String> options =
                IntStream.range(0, 51).mapToObj(i -> "option " + i).toList();
        LocalReport report = CategoryQuestion.of("country", options, ONE).report("option 7", 20514, randomness);
        assertThat(report.json().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(60);
    }

    @Test
    void many_options_are_answered_by_few_bits() {
        List<String> options =
                IntStream.range(0, 1025).mapToObj(i -> "option " + i).toList();
        assertThat(CategoryQuestion.of("page", options, ONE).mechanism()).isEqualTo(HadamardResponse.of(1025, ONE));
        assertThat(CategoryQuestion.of("page", options.subList(0, 1024), ONE).mechanism())
                .isEqualTo(SubsetResponse.of(1024, ONE));
    }

    @Test
    void an_answer_that_is_no_option_is_refused_without_being_shown() {
        CategoryQuestion country = CategoryQuestion.of("country", COUNTRIES, ONE);
        assertThatThrownBy(() -> country.report("secret", 0, randomness))
                .hasMessage("option must be one of the question's options");
    }

    @Test
    void names_and_options_that_would_need_escapes_or_are_ambiguous_are_refused() {
        assertThatThrownBy(() -> CategoryQuestion.of("a\"b", COUNTRIES, ONE))
                .hasMessageStartingWith("question must be");
        assertThatThrownBy(() -> CategoryQuestion.of("a", List.of("x", "y\nz"), ONE))
                .hasMessageStartingWith("options must be texts without line breaks");
        assertThatThrownBy(() -> CategoryQuestion.of("a", List.of("x", "x"), ONE))
                .hasMessageStartingWith("options must be all different");
        assertThatThrownBy(() -> new CategoryQuestion("a", COUNTRIES, SubsetResponse.of(5, ONE)))
                .hasMessageStartingWith("options must be as many as the mechanism's");
    }

    @Test
    void a_report_has_one_text() {
        assertThat(new LocalReport("country", "HRhnmsTr", 0, "wA").bytes()).containsExactly(0xC0);
        for (String body : List.of("wB", "wP", "w", "AAB")) {
            assertThatThrownBy(() -> new LocalReport("country", "HRhnmsTr", 0, body).bytes())
                    .hasMessageStartingWith("body must be base64url without padding, its last bits 0");
        }
    }

    @Test
    void options_without_a_form_in_bytes_are_refused() {
        for (String half : List.of("\uD83D", "x\uDE00y")) {
            assertThatThrownBy(() -> CategoryQuestion.of("a", List.of("x", half), ONE))
                    .hasMessageStartingWith("options must be texts without line breaks and unpaired surrogates");
        }
        assertThat(CategoryQuestion.of("a", List.of("x", "\uD83D\uDE00"), ONE).options())
                .hasSize(2);
    }

    private static NumberQuestion hours(String low, String high, String grid) {
        BigDecimal step = new BigDecimal(grid);
        return new NumberQuestion(
                "hours",
                step,
                IntervalResponse.of(NumberQuestion.steps(new BigDecimal(low), new BigDecimal(high), step), ONE));
    }

    @Test
    void numbers_are_rounded_to_the_grid_and_clamped() {
        NumberQuestion hours = hours("-6", "24", "0.25");
        assertThat(hours.mechanism().range()).isEqualTo(new Range(-24, 96));
        assertThat(hours.nearest(new BigDecimal("1.3"))).isEqualTo(5);
        assertThat(hours.nearest(new BigDecimal("1.375"))).isEqualTo(6);
        assertThat(hours.nearest(new BigDecimal("1e9999"))).isEqualTo(96);
        assertThat(hours.nearest(new BigDecimal("-1e9999"))).isEqualTo(-24);
        assertThat(hours.nearest(new BigDecimal("-0.125"))).isEqualTo(-1);
        assertThat(hours.nearest(new BigDecimal("-0.12499"))).isZero();
        assertThat(hours.nearest(new BigDecimal("1e-2147483647"))).isZero();
        assertThat(hours.nearest(new BigDecimal("-1e-2147483647"))).isZero();
        assertThat(hours.report(new BigDecimal("7"), -3, randomness).json()).contains("\"p\":-3,");
    }

    @Test
    void ids_of_numbers_differ_by_range_and_grid() {
        assertThat(hours("0", "24", "0.25").id())
                .isEqualTo(hours("0.00", "24.0", "0.250").id())
                .isNotEqualTo(hours("0", "12", "0.125").id())
                .isNotEqualTo(hours("0", "23", "0.25").id());
    }

    @Test
    void bounds_that_are_between_steps_are_refused() {
        assertThatThrownBy(() -> hours("0.1", "24", "0.25"))
                .hasMessageStartingWith("low must be a multiple of the grid");
        assertThatThrownBy(() -> hours("0", "1e99", "0.25"))
                .hasMessageStartingWith("high must be a multiple of the grid");
        assertThatThrownBy(() -> hours("24", "24", "0.25")).hasMessageStartingWith("high must be between");
    }
}
