package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PlainWordsTest {

    private static final String COUNT = "release: [{count: n}]\n    spend: {contributions: 1}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private PlainWords words(String unit, String budget, String rest) throws IOException {
        return card(unit, budget, rest).plainWords();
    }

    private Card card(String unit, String budget, String rest, String... settings) throws IOException {
        Path file = Files.writeString(
                dir.resolve("p.yaml"),
                """
                pipeline: p
                domain: {name: p}
                source: {format: csv, time: time, unit: unit}
                privacy: {unit: UNIT, budget: {BUDGET}}
                queries:
                  - name: q
                    key: {field: key, declared: [a, b]}
                    window: {tumbling: 1h}
                    REST
                """.replace("UNIT", unit).replace("BUDGET", budget).replace("REST", rest));
        return Card.of(PipelineFile.read(file, List.of(settings), Pipeline.Purpose.EXPLAIN)
                .pipeline());
    }

    private PlainWords words(String unit, String budget) throws IOException {
        return words(unit, budget, COUNT);
    }

    /** exp(1) = 2.71828, exp(0.1) = 1.10517, exp(3) = 20.0855, each rounded up to three digits. */
    @ParameterizedTest
    @CsvSource({"1.0, 2.72", "0.1, 1.11", "3.0, 20.1"})
    void the_factor_that_epsilon_stands_for_is_rounded_up(String epsilon, String factor) throws IOException {
        assertThat(words("user-per-day", "epsilon: " + epsilon).brief())
                .startsWith("Whatever one user does in one UTC day is hidden in noise, at epsilon ")
                .endsWith("concludes from the released figures is at most " + factor
                        + " times as likely as it would be without that user's records of the day.");
    }

    /**
     * Rounded to the nearest of six digits, 1.2345612 would become 1.23456, which understates the loss; 0.1 cannot be
     * represented as a double.
     */
    @ParameterizedTest
    @CsvSource({"1.2345612, 1.23457", "0.1, 0.1", "0.3000001, 0.300001"})
    void epsilon_is_rounded_up_on_card_and_page(String epsilon, String told) throws IOException {
        Card card = card("user", "epsilon: " + epsilon, COUNT);
        assertThat(card.plainWords().title()).isEqualTo("hides one user, for ever at epsilon " + told);
        assertThat(card.plainWords().sentences().get(1)).endsWith("that is what epsilon " + told + " means.");
        assertThat(card.text()).contains("Loses       at most epsilon " + told + " in all\n");
    }

    /** The prices are a third of epsilon 1, and a third of that: rounded to the nearest, both would be understated. */
    @Test
    void prices_are_rounded_up() throws IOException {
        Card card = card("user", "epsilon: 1", COUNT, "queries.0.spend={share: 0.3333331, contributions: 3}");
        assertThat(card.text()).contains("price         epsilon 0.111112 a full-size record, of 0.333334");
        assertThat(card.json()).contains("\"price\":0.1111110333333334,");
    }

    @Test
    void a_domain_with_a_budget_of_its_own_is_what_the_promise_is_about() throws IOException {
        Card card = card("user-per-day", "epsilon: 0.5", COUNT, "domain={name: p, budget: {epsilon: 3}}");
        String together = " for all pipelines of the domain p together";
        assertThat(card.plainWords().title()).isEqualTo("hides one user in one UTC day at epsilon 3" + together);
        assertThat(card.plainWords().brief())
                .contains("at epsilon 3" + together + ": ", "at most 20.1 times as likely");
        assertThat(card.plainWords().sentences().get(2)).contains("up to epsilon 90" + together);
        assertThat(card.text())
                .contains("at most epsilon 0.5 in one day here, epsilon 3 in one day to all pipelines of the domain;");
    }

    @Test
    void a_delta_is_a_probability_that_comes_on_top() throws IOException {
        PlainWords words = words("user", "epsilon: 1.0, delta: 1e-6");
        assertThat(words.brief()).endsWith("without that user's records, plus a probability of 0.000001.");
        assertThat(words.sentences().get(2)).startsWith("This holds for the whole stream");
    }

    @Test
    void a_promise_that_is_none_is_not_dressed_up() throws IOException {
        assertThat(words("user", "epsilon: 50").brief())
                .contains("hardly a limit")
                .doesNotContain("times");
    }

    @Test
    void five_sentences_say_what_is_hidden_how_well_for_how_long_and_on_what_terms() throws IOException {
        List<String> sentences = words("user-per-day", "epsilon: 1.0").sentences();
        assertThat(sentences).hasSize(5).allMatch(sentence -> sentence.matches("[A-Z].*[a-z0-9]\\."));
        assertThat(sentences.get(2)).contains("in 30 of them loses up to epsilon 30.");
        assertThat(words("user-per-hour", "rho: 0.1, delta: 1e-6").sentences().get(2))
                .contains("Each hour counts anew", " at delta 0.000001");
        assertThat(words("user-per-week", "epsilon: 1.0").sentences().get(2))
                .contains("Each week counts anew", "in 6 of them loses up to epsilon 6.");
        assertThat(words("user-per-month", "epsilon: 1.0").sentences().get(2))
                .contains("Each month counts anew", "in 12 of them loses up to epsilon 12.");
        assertThat(words("event", "epsilon: 1.0").sentences().get(4)).doesNotContain("person");
    }

    @Test
    void what_bounds_and_clamps_leave_out_is_said_beside_the_band() throws IOException {
        PlainWords words = words("user-per-day", "epsilon: 1.0", """
                bounds: {keys-per-window: 2}
                    release: [{count: n}, {sum: fare, as: fares, clamp: [0, 9], grid: 1}, {histogram: fare, as: bins, edges: [1]}]
                    spend: {contributions: 6}""");
        assertThat(words.about("q")).contains("2 declared keys, each in every window of 1h", "noise only");
        assertThat(words.leftOut("q"))
                .isEqualTo(
                        "The band does not show what the bounds leave out: one user counts with at most 2 keys per window; the account of"
                                + " one user affords 6 full-size records a day; values in fares are cut to their clamp or range. What goes beyond is"
                                + " missing from every figure here.");
    }

    @Test
    void a_query_that_there_is_not_has_no_words() throws IOException {
        PlainWords words = words("user", "epsilon: 1.0");
        assertThatThrownBy(() -> words.about("r")).isInstanceOf(IllegalArgumentException.class);
    }
}
