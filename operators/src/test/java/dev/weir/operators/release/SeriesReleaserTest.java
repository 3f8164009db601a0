package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.SlidingWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what running totals and sliding windows release, step by step, by exact values. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesReleaserTest {

    private static final long HOUR = Plans.HOUR;
    private static final long DAY = Plans.DAY;
    private static final int KEYS = 2;
    private static final int PANES = 5;

    private final List<Outcome> outcomes = new ArrayList<>();

    private static Totals running() {
        return Totals.running("q", 24).count().with(Queries.clamped(-9, 9));
    }

    private static Releaser releaser(Totals query, Budget budget) {
        PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
        StepRelease release = new StepRelease(0, priced, KeyStream.fresh(), true);
        KeyEntries entries = new DeclaredEntries(priced.query().keys(), new int[] {0, 1}, new int[] {0, 1});
        return new Releaser(release, entries);
    }

    private static byte[] state(Releaser releaser) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            releaser.view().keys().write(out);
            releaser.view().cells().write(out);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void read(Releaser releaser, byte[] state) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        releaser.readKeys(in);
        releaser.readCells(in);
        assertThat(in.available()).isZero();
    }

    private static PartialSum partial(int key, long end, long... amounts) {
        return new PartialSum(0, 0, key, end, amounts);
    }

    private List<Outcome> of(Outcome.Kind kind, String key) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind && outcome.key().equals(key))
                .toList();
    }

    /**
     * Adds random sums, some for later steps, with random restarts; the sums of steps 1 to t are recomputed for each t.
     *
     * @param first the number of the hour with which the first step ends
     */
    private void agreesWithRecount(Totals query, Budget budget, long first, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Releaser releaser = releaser(query, budget);
        long[][][] added = new long[KEYS][100][2];
        for (int hour = (int) first; hour < 60; hour++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                int key = random.nextInt(KEYS);
                int to = hour + random.nextInt(3);
                long amount = random.nextInt(-9, 10);
                releaser.add(partial(key, to * HOUR, 1, amount));
                added[key][to][0]++;
                added[key][to][1] += amount;
            }
            if (random.nextInt(5) == 0) {
                byte[] state = state(releaser);
                releaser = releaser(query, budget);
                read(releaser, state);
            }
            outcomes.clear();
            releaser.close(hour * HOUR, outcomes);
            assertRecount(query, hour, first, added);
        }
    }

    private void assertRecount(Totals query, int hour, long first, long[][][] added) {
        boolean slides = query.window() instanceof SlidingWindow;
        long last = query.window().lastStep();
        long step = last > 100 ? hour - first + 1 : (hour - 1) % last + 1;
        long from = slides ? Math.max(first, hour - PANES + 1) : hour - step + 1;
        for (int key = 0; key < KEYS; key++) {
            long[] exact = new long[2];
            for (int at = (int) Math.max(from, 0); at <= hour; at++) {
                exact[0] += added[key][at][0];
                exact[1] += added[key][at][1];
            }
            String name = key == 0 ? "a" : "b";
            assertThat(of(Outcome.Kind.EXACT, name).get(0).values())
                    .as("step " + step)
                    .containsExactly(exact);
            Outcome released = of(Outcome.Kind.RELEASED, name).get(0);
            assertThat(released.values()).hasSize(2);
            assertThat(released.step()).isEqualTo(step);
            assertThat(released.end()).isEqualTo(hour * HOUR);
            assertThat(released.start()).isEqualTo((slides ? hour - PANES : hour - step) * HOUR);
        }
        assertThat(outcomes).hasSize(2 * KEYS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void exact_totals_are_those_of_a_recount_over_restarts_and_resets(long seed) throws IOException {
        Totals daily = running().resetting(Duration.ofHours(8));
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            agreesWithRecount(running(), budget, 3, seed);
            agreesWithRecount(daily, budget, 1, seed);
            agreesWithRecount(daily, budget, 13, seed);
            agreesWithRecount(Totals.sliding("q", PANES).count().with(Queries.clamped(-9, 9)), budget, 3, seed);
        }
    }

    /** The first release of a series carries the cost of the whole series, and every reset begins another series. */
    @Test
    void a_key_is_charged_once_for_each_series() {
        Releaser releaser = releaser(running().resetting(Duration.ofHours(4)), Plans.PURE);
        for (int hour = 3; hour <= 13; hour++) {
            releaser.close(hour * HOUR, outcomes);
        }
        long share = Amount.atLeast(Currency.EPSILON, BigDecimal.ONE).femto();
        assertThat(of(Outcome.Kind.RELEASED, "b"))
                .extracting(Outcome::charge)
                .containsExactly(share, 0L, share, 0L, 0L, 0L, share, 0L, 0L, 0L, share);
    }

    /** The key's account affords one series a day, so the second series of a day is withheld until the next day begins. */
    @Test
    void what_a_key_cannot_pay_for_is_withheld_until_it_can_and_the_series_goes_on() {
        KeyAccountTerms daily = new KeyAccountTerms(Amount.atMost(Currency.EPSILON, BigDecimal.ONE), DAY);
        Releaser releaser = releaser(running().resetting(Duration.ofHours(18)).limited(daily), Plans.PURE);
        for (int hour = 1; hour <= 36; hour++) {
            releaser.add(partial(0, hour * HOUR, 1, 2));
            releaser.close(hour * HOUR, outcomes);
        }
        assertThat(of(Outcome.Kind.WITHHELD, "a"))
                .extracting(Outcome::end)
                .containsExactlyElementsOf(LongStream.range(19, 24)
                        .map(hour -> hour * HOUR)
                        .boxed()
                        .toList());
        Outcome afterwards = of(Outcome.Kind.RELEASED, "a").get(18);
        assertThat(afterwards.step()).isEqualTo(6);
        assertThat(afterwards.charge()).isPositive();
        assertThat(of(Outcome.Kind.EXACT, "a").get(23).values()).containsExactly(6, 12);
    }

    @Test
    void a_series_that_is_never_reset_ends_for_good_at_its_last_step() throws IOException {
        Releaser releaser = releaser(Totals.running("q", 24).count(), Plans.GAUSSIAN);
        releaser.close(HOUR, outcomes);
        read(releaser, aged(state(releaser), SeriesPrice.LAST_STEP - 1));
        outcomes.clear();
        releaser.close(2 * HOUR, outcomes);
        assertThat(of(Outcome.Kind.RELEASED, "a")).extracting(Outcome::step).containsExactly(SeriesPrice.LAST_STEP);
        releaser.close(3 * HOUR, outcomes);
        releaser.close(4 * HOUR, outcomes);
        assertThat(of(Outcome.Kind.RELEASED, "a")).hasSize(1);
    }

    /** Returns a state after the given number of steps. This number precedes the words, and is the first word of each series. */
    private static byte[] aged(byte[] state, long steps) {
        PricedTotals priced = Totals.priced(
                Totals.plan(
                        PrivacyUnit.USER,
                        Plans.GAUSSIAN,
                        Totals.running("q", 24).count()),
                0);
        int words = priced.series().noise(0).words();
        ByteBuffer bytes = ByteBuffer.wrap(state);
        int accounts = Long.BYTES + 1 + KeyAccount.WORDS * Long.BYTES + Integer.BYTES;
        int taken = accounts + Integer.BYTES + Long.BYTES;
        int first = taken + Long.BYTES + Integer.BYTES;
        for (int at : new int[] {taken, first, first + words * Long.BYTES}) {
            assertThat(bytes.getLong(at)).isEqualTo(1);
            bytes.putLong(at, steps);
        }
        return bytes.array();
    }

    @Test
    void a_key_of_four_buffers_takes_80_bytes() {
        Plan plan = Totals.plan(
                PrivacyUnit.USER, Plans.GAUSSIAN, Totals.running("q", 1 << 17).count());
        assertThat(Totals.priced(plan, 0).series().noise(0).words() * Long.BYTES)
                .isEqualTo(80);
    }
}
