package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.query.PricedTotals;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the card states about running totals and sliding windows in addition to any query's text. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesCardTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: p}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
            queries:
              - name: so-far
                key: {field: key, declared: [en, de]}
                window: WINDOW
                bounds: {keys-per-period: 2, records-per-key: 1}
                release: [{count: editors RELEASED}]
                spend: {contributions: 2}
                key-account: {budget: {epsilon: 5, delta: 1e-6}, per: day}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Card card(String window, String released) throws IOException {
        return card(PIPELINE.replace("WINDOW", window).replace("RELEASED", released));
    }

    private Card card(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return Card.of(PipelineFile.read(file, List.of(), Purpose.EXPLAIN).pipeline());
    }

    private static JsonNode query(Card card) throws IOException {
        return new ObjectMapper().readTree(card.json()).get("queries").get(0);
    }

    /**
     * The expected values are for noise multiplier 4.2248 and the naive mechanisms: 288 steps, and a tree of 9 levels, of
     * which 8 are used. All of 288 independent steps are within 3.75 standard deviations with probability 95 %.
     */
    @Test
    void it_names_the_horizon_its_error_and_its_band_beside_the_errors_of_other_ways() throws IOException {
        Card card = card("{running: {every: 5m, horizon: 288, reset: 1d}}", ", monotone: true");
        JsonNode value = query(card).get("values").get(0);
        assertThat(value.get("step").asLong()).isEqualTo(288);
        assertThat(value.get("stddev").asDouble()).isEqualTo(17.1, within(0.1));
        assertThat(value.get("band95").asDouble() / value.get("stddev").asDouble())
                .isBetween(3.0, 3.8);
        assertThat(value.at("/other-stddevs/increments").asDouble()).isEqualTo(101.4, within(0.1));
        assertThat(value.at("/other-stddevs/recomputed").asDouble()).isEqualTo(101.4, within(0.1));
        assertThat(value.at("/other-stddevs/binary-tree").asDouble()).isEqualTo(50.7, within(0.1));
        assertThat(value.get("monotone").asBoolean()).isTrue();
        assertThat(value.has("non-negative")).isFalse();
        assertThat(card.text())
                .contains(
                        "step 288",
                        "101.4",
                        "50.7",
                        "the largest total of the series so far; stddev is that before",
                        "under keys of their own",
                        "whole series of one key")
                .doesNotContain("in cells of their own");
    }

    @Test
    void a_key_account_pays_for_whole_series() throws IOException {
        JsonNode query = query(card("{sliding: 3h, every: 15m}", ", non-negative: true"));
        assertThat(query.at("/key-account/for").asText()).isEqualTo("series");
        assertThat(query.at("/values/0/non-negative").asBoolean()).isTrue();
        assertThat(query.at("/values/0/other-stddevs/increments").asDouble())
                .isEqualTo(4.2248 * Math.sqrt(2) * Math.sqrt(12), within(0.01));
    }

    /**
     * From noon to noon of the next day, 24 hours begin. Windows of 3 hours end up to 3 hours later, which makes 12 more of
     * them.
     */
    @Test
    void a_band_is_about_the_steps_of_the_schedule_where_it_has_an_end() throws IOException {
        String clock =
                "clock: {by: record-time, delay: 0s, max-skew: 31d, start: 2026-03-02T12:00:00Z, until: 2026-03-03T12:00:00Z}\nprivacy:";
        String pipeline = PIPELINE.replace("privacy:", clock).replace(" RELEASED", "");
        JsonNode sliding = value(card(pipeline.replace("WINDOW", "{sliding: 3h, every: 15m}")));
        JsonNode open = value(card("{sliding: 3h, every: 15m}", ""));
        assertThat(sliding.get("band-steps").asLong()).isEqualTo(24 * 4 + 12 - 1);
        assertThat(open.get("band-steps").asLong()).isEqualTo(365 * 24 * 4);
        assertThat(sliding.get("band95").asDouble())
                .isLessThan(0.75 * open.get("band95").asDouble());
        assertThat(sliding.get("stddev")).isEqualTo(open.get("stddev"));
        String running = pipeline.replace("WINDOW", "{running: {every: 15m, horizon: unbounded}}");
        assertThat(value(card(running)).get("band-steps").asLong()).isEqualTo(24 * 4);
        assertThat(value(card(running)).get("step").asLong()).isEqualTo(1 << 24);
    }

    /**
     * Under a pure budget the error of a step depends on the number of tree nodes that are added: few at the end of 729
     * steps, more before.
     */
    @ParameterizedTest
    @ValueSource(ints = {64, 243, 256, 288, 625, 729})
    void the_band_of_the_largest_total_so_far_is_as_wide_as_that_of_any_step_before(int horizon) throws IOException {
        String pipeline = PIPELINE.replace("epsilon: 1.0, delta: 1e-6", "epsilon: 1.0")
                .replaceAll("    key-account.*\\n", "")
                .replace("WINDOW", "{running: {every: 1m, horizon: " + horizon + "}}");
        Path file = Files.writeString(folder.resolve("p.yaml"), pipeline.replace("RELEASED", ", monotone: true"));
        Pipeline read = PipelineFile.read(file, List.of(), Purpose.EXPLAIN).pipeline();
        PricedTotals priced = (PricedTotals) read.plan().queries().get(0);
        JsonNode value = value(Card.of(read));
        long steps = value.get("band-steps").asLong();
        double widest = LongStream.rangeClosed(1, steps)
                .mapToDouble(priced.band(0, steps)::halfWidth)
                .max()
                .orElseThrow();
        assertThat(value.get("band95").asDouble()).isEqualTo(widest);
        String number = new BigDecimal(widest)
                .round(new MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
        assertThat(Card.of(read).text()).contains("within " + number + " at step " + steps);
        double plain =
                value(card(pipeline.replace(" RELEASED", ""))).get("band95").asDouble();
        assertThat(plain).isEqualTo(priced.band(0, steps).halfWidth(steps)).isLessThanOrEqualTo(widest);
    }

    private static JsonNode value(Card card) throws IOException {
        return query(card).get("values").get(0);
    }

    @Test
    void the_bound_of_keys_is_said_to_hold_over_all_resets_of_a_period() throws IOException {
        String words = "2 keys per period (over all resets of a period: a key counts again after each)";
        Card reset = card("{running: {every: 5m, horizon: 72, reset: 6h}}", "");
        assertThat(reset.text()).contains(words);
        assertThat(reset.plainWords().leftOut("so-far")).contains(words);
        assertThat(card("{sliding: 3h, every: 15m}", "").text())
                .contains("2 keys per period,")
                .doesNotContain("resets");
    }

    /** The bounds admit two records, so the noise is for two: each costs half of the share, whatever number is stated. */
    @ParameterizedTest
    @ValueSource(strings = {"epsilon: 1.0", "epsilon: 1.0, delta: 1e-6"})
    void a_record_costs_more_where_the_bounds_admit_fewer_than_stated(String budget) throws IOException {
        Card card = card(PIPELINE.replace("epsilon: 1.0, delta: 1e-6", budget)
                .replace("contributions: 2", "contributions: 1000")
                .replaceAll("    key-account.*\\n", "")
                .replace("WINDOW", "{running: {every: 5m, horizon: 288, reset: 1d}}")
                .replace(" RELEASED", ""));
        JsonNode query = query(card);
        assertThat(query.get("price").asDouble() / query.get("share").asDouble())
                .isEqualTo(0.5, within(1e-9));
        assertThat(query.get("affords").asLong()).isEqualTo(2);
        assertThat(query.get("contributions").asLong()).isEqualTo(1000);
        assertThat(card.text())
                .contains("affords       2 full-size records under keys of their own, and all that the bounds admit;");
        assertThat(card.plainWords().leftOut("so-far")).contains("the account of one user affords all of that.");
    }

    /**
     * If a unit's total is -3, a record of 5 moves the clamped total by 5, while a full-size record moves it by 3: an account
     * for 2 full sizes is overdrawn.
     */
    @Test
    void a_clamp_of_a_units_total_to_both_sides_of_0_lets_records_cost_more_than_full_size() throws IOException {
        Card card = card(PIPELINE.replace("epsilon: 1.0, delta: 1e-6", "epsilon: 1.0")
                .replace("keys-per-period: 2, records-per-key: 1", "keys-per-period: 1, records-per-key: 2")
                .replace("contributions: 2", "contributions: 1000")
                .replaceAll("    key-account.*\\n", "")
                .replace("WINDOW", "{running: {every: 5m, horizon: 288, reset: 1d}}")
                .replace(
                        "{count: editors RELEASED}",
                        "{sum: v, as: change, clamp: [-5, 5], per-unit-clamp: [-3, 3], grid: 1}"));
        assertThat(query(card).get("affords").asLong()).isEqualTo(2);
        assertThat(card.text())
                .contains("cost as much as n at most, but for one that moves what its unit adds from below 0 to above")
                .doesNotContain("all that the bounds admit");
        assertThat(card.plainWords().leftOut("so-far")).contains("affords 2 full-size records a day");
    }

    @Test
    void a_record_costs_its_part_of_the_share_where_the_account_affords_as_many_as_stated() throws IOException {
        Card card = card("{sliding: 3h, every: 15m}", "");
        JsonNode query = query(card);
        assertThat(query.get("price").asDouble() / query.get("share").asDouble())
                .isEqualTo(0.5, within(1e-15));
        assertThat(query.get("affords").asLong()).isEqualTo(2);
        assertThat(card.text()).doesNotContain("all that the bounds admit");
    }
}
