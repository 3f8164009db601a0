package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredSeriesTest {

    private static final long HOUR = Plans.HOUR;
    private static final long MANY = 1_000_000;
    private static final Budget TINY =
            new Budget.Concentrated(new BigDecimal("0.00125"), Delta.atMost(new BigDecimal("1e-6")));

    /** Totals of a count over {@code steps} hours, reset after {@code reset} hours, for one key and one record of a unit. */
    private static Totals query(int steps, int reset) {
        return Totals.running("q", steps)
                .resetting(Duration.ofHours(reset))
                .bounded(1, 1, 0)
                .count();
    }

    static PricedTotals priced(Totals query) {
        return Totals.priced(Totals.plan(PrivacyUnit.USER, TINY, query), 0);
    }

    static AnnouncementTerms terms(long preThreshold, String delta) {
        return new AnnouncementTerms(0, preThreshold, new Touches(Delta.atMost(new BigDecimal(delta)), 1));
    }

    static SeriesAnnouncement announcement(int steps, int reset, Randomness randomness) {
        return new SeriesAnnouncement(priced(query(steps, reset)), terms(1, "1e-2"), 1, randomness);
    }

    static DiscoveredSeries series(SeriesAnnouncement announcement) {
        return new DiscoveredSeries(
                announcement,
                new TextHash(new SplittableRandom(1)::nextLong),
                new OpenTotals(0, announcement.totals(), new BitSet(), 0));
    }

    private static DiscoveredSeries series(int steps, int reset, int seed) {
        return series(announcement(steps, reset, new SplittableRandom(seed)::nextLong));
    }

    static void add(DiscoveredSeries series, String key, long step, long amount, long touches) {
        series.add(key.getBytes(StandardCharsets.UTF_8), step * HOUR, new long[] {amount, touches});
    }

    private static List<String> close(DiscoveredSeries series, long step) {
        return series.close(step * HOUR, null).stream()
                .map(key -> (key.isFirst() ? "+" : "") + key.text())
                .toList();
    }

    private static byte[] written(StatePart part) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(64);
            part.view().write(out);
            return out.getCopyOfBuffer();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * A key born at step s takes, from the same random words, the numbers that a series takes which ran since step 1 without records, and is
     * left with the same state.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 100, 5_000})
    void a_key_born_late_has_the_series_of_one_that_ran_from_the_first_step(int born) throws IOException {
        int steps = born + 10;
        SplittableRandom script = new SplittableRandom(born);
        SeriesAnnouncement announcement = announcement(steps, steps, script.split()::nextLong);
        DiscoveredSeries series = series(announcement);
        BltNoise noise = announcement.thresholds().noise();
        PreparedSeries other = noise.prepare();
        Randomness same = new SplittableRandom(born).split()::nextLong;
        long[] state = new long[noise.words()];
        List<Long> expected = new ArrayList<>();
        List<Long> released = new ArrayList<>();
        add(series, "late", born, MANY, MANY);
        for (int step = 1; step <= born + 5; step++) {
            List<AnnouncedKey> keys = series.close(step * HOUR, null);
            assertThat(keys).hasSize(step < born ? 0 : 1);
            keys.forEach(key -> released.add(key.values()[0]));
            long total = other.next(state, 0, step == born ? MANY : 0, same);
            if (step >= born) {
                expected.add(total);
            }
        }
        assertThat(released).isEqualTo(expected);
        DataOutputSerializer words = new DataOutputSerializer(64);
        for (long word : state) {
            words.writeLong(word);
        }
        assertThat(new String(written(series), StandardCharsets.ISO_8859_1))
                .contains(new String(words.getCopyOfBuffer(), StandardCharsets.ISO_8859_1));
    }

    /** With 1024 steps the noise has three buffers, hence seven words, and one for the step. The texts have 24 bytes; their length has 4 bytes. */
    @Test
    void a_silent_key_has_at_most_84_bytes_of_state_beside_its_text() {
        int[] bytes = new int[2];
        for (int many = 0; many < 2; many++) {
            SeriesAnnouncement announcement = announcement(1024, 1024, new SplittableRandom(8)::nextLong);
            assertThat(announcement.draws().words()).isEqualTo(8);
            DiscoveredSeries series = series(announcement);
            for (int key = 0; key < 1000 * (many + 1); key++) {
                add(series, String.format("key %020d", key), 1, 1, 1);
            }
            series.close(HOUR, null);
            series.close(2 * HOUR, null);
            bytes[many] = written(series).length;
        }
        assertThat((bytes[1] - bytes[0]) / 1000.0 - 24).isBetween(64.0, 84.0);
    }

    @Test
    void an_announced_key_is_released_at_every_step_until_the_reset_and_then_forgotten() {
        DiscoveredSeries series = series(8, 8, 3);
        add(series, "b", 3, MANY, MANY);
        add(series, "a", 5, MANY, MANY);
        List<List<String>> released = new ArrayList<>();
        for (int step = 1; step <= 8; step++) {
            released.add(close(series, step));
            assertThat(series.step()).isEqualTo(step);
        }
        List<String> both = List.of("a", "b");
        assertThat(released)
                .containsExactly(
                        List.of(), List.of(), List.of("+b"), List.of("b"), List.of("+a", "b"), both, both, both);
        assertThat(new String(written(series), StandardCharsets.ISO_8859_1)).doesNotContain("a", "b");
        add(series, "b", 10, MANY, MANY);
        assertThat(close(series, 9)).isEmpty();
        assertThat(close(series, 10)).containsExactly("+b");
    }

    @Test
    void after_the_last_examination_nothing_new_is_announced_and_announced_keys_run_on() {
        DiscoveredSeries series = series(4, 8, 4);
        add(series, "early", 2, MANY, MANY);
        add(series, "silent", 2, 0, 1);
        add(series, "late", 5, MANY, MANY);
        add(series, "silent", 6, MANY, MANY);
        List<String> early = List.of("early");
        for (int step = 1; step <= 8; step++) {
            assertThat(close(series, step)).isEqualTo(step == 1 ? List.of() : step == 2 ? List.of("+early") : early);
        }
    }

    /** The totals of steps are those of event time: a unit's first record by arrival may lie at a later step than its second. */
    @Test
    void a_record_is_a_mark_where_it_lies_even_if_its_units_touch_lies_later() {
        DiscoveredSeries series = series(8, 8, 5);
        add(series, "k", 6, 0, MANY);
        add(series, "k", 3, MANY, 0);
        for (int step = 1; step <= 6; step++) {
            assertThat(close(series, step)).isEqualTo(step < 3 ? List.of() : step == 3 ? List.of("+k") : List.of("k"));
        }
    }

    @Test
    void units_below_the_pre_threshold_make_no_key_whatever_its_total_and_their_amounts_keep_their_steps() {
        DistinctUnits units = new DistinctUnits("units", BigDecimal.ONE);
        PricedTotals priced = priced(Totals.running("q", 8)
                .resetting(Duration.ofHours(8))
                .bounded(1, 1, 0)
                .with(units));
        SeriesAnnouncement announcement =
                new SeriesAnnouncement(priced, terms(5, "1e-2"), 1, new SplittableRandom(6)::nextLong);
        DiscoveredSeries series = series(announcement);
        add(series, "four", 1, MANY, 4);
        add(series, "five", 1, MANY, 4);
        add(series, "five", 4, 0, 1);
        for (int step = 1; step <= 8; step++) {
            assertThat(close(series, step))
                    .isEqualTo(step < 4 ? List.of() : step == 4 ? List.of("+five") : List.of("five"));
        }
    }

    /** Keys far above and far below their thresholds, so that the contexts are sure; their values are drawn anew. */
    @Test
    void contexts_do_not_depend_on_the_order_of_arrival_nor_on_a_restore() throws IOException {
        List<long[]> amounts = new ArrayList<>();
        for (int key = 0; key < 50; key++) {
            for (int step = 1; step <= 8; step++) {
                amounts.add(new long[] {key, step, key % 2 == 0 && step > key / 10 ? MANY : key % 3});
            }
        }
        String expected = contexts(amounts, 0);
        assertThat(expected).contains("+k48").contains("k10,").doesNotContain("k49");
        for (int seed = 1; seed <= 4; seed++) {
            Collections.shuffle(amounts, new Random(seed));
            assertThat(contexts(amounts, 2 * seed - 1)).isEqualTo(expected);
        }
    }

    /** Series whose delta is so small that a key of a few records is announced with probability below 1e-14. */
    private static DiscoveredSeries certain(int seed) {
        return series(new SeriesAnnouncement(
                priced(query(8, 8)), terms(1, "1e-15"), 1, new SplittableRandom(seed)::nextLong));
    }

    /** The contexts of all steps, with a restore before step {@code restored}, if that is above 0. */
    private static String contexts(List<long[]> amounts, int restored) throws IOException {
        DiscoveredSeries series = certain(7);
        for (long[] amount : amounts) {
            add(series, "k" + amount[0], amount[1], amount[2], amount[2]);
        }
        StringBuilder contexts = new StringBuilder();
        for (int step = 1; step <= 8; step++) {
            if (step == restored) {
                StatePart.View view = series.view();
                series.copyArrays();
                add(series, "later", step, MANY, MANY);
                series.close(step * HOUR, null);
                DataOutputSerializer out = new DataOutputSerializer(64);
                view.write(out);
                series = certain(100 + step);
                series.read(new DataInputDeserializer(out.getCopyOfBuffer()));
            }
            contexts.append(String.join(",", close(series, step))).append('\n');
        }
        return contexts.toString();
    }

    @Test
    void terms_without_a_proof_are_refused() {
        Randomness none = () -> 0;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SeriesAnnouncement(priced(query(8, 8)), terms(2, "1e-2"), 1, none))
                .withMessageStartingWith("pre-threshold of running totals must be 1");
        PricedTotals sliding = priced(Totals.sliding("q", 4).bounded(1, 1, 0).count());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SeriesAnnouncement(sliding, terms(1, "1e-2"), 1, none))
                .withMessageContaining("running totals");
        PricedTotals tree = Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.PURE, query(8, 8)), 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SeriesAnnouncement(tree, terms(1, "1e-2"), 1, none))
                .withMessageContaining("Gaussian");
        PricedTotals unbounded = priced(Totals.running("q", 8).count());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SeriesAnnouncement(unbounded, terms(1, "1e-2"), 1, none))
                .withMessageContaining("touches");
    }
}
