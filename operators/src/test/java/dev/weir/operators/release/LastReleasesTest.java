package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Tests the previous release of a key, from which a learnt clamp moves on. Ten million values of 2^20 move the clamp to 2^20
 * or above. After that, a window without a record moves it down by a factor of 2 with relative weight e^(-1/2). From 1, where
 * a key starts, it moves up with relative weight e^(-3).
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LastReleasesTest {

    private static final LearntTotal TOTAL = new LearntTotal(
            "t",
            BigDecimal.ONE,
            new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 0, false),
            LearntTotal.Kind.SUM);
    private static final int EXPONENT = 20;
    private static final long RECORDS = 10_000_000;
    private static final long DAY = Plans.DAY;

    private static Releaser releaser(Queries query, int seed) {
        PricedQuery priced = Plans.daily(query).queries().get(0);
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, false);
        return new Releaser(release, new DeclaredEntries(priced.query().keys(), new int[] {0, 1}, new int[] {0, 1}));
    }

    private static void addMany(Releaser releaser, long end) {
        long[] totals = new long[TOTAL.coordinates()];
        totals[EXPONENT] = RECORDS;
        totals[TOTAL.coordinates() / 2 + EXPONENT] = RECORDS << EXPONENT;
        releaser.add(new PartialSum(0, 0, 0, end, totals));
    }

    private static List<Outcome> close(Releaser releaser, long end) {
        List<Outcome> outcomes = new ArrayList<>();
        releaser.close(end, outcomes);
        return outcomes;
    }

    private static Releaser restored(Releaser from, Queries query, int seed) throws IOException {
        ByteArrayOutputStream keys = new ByteArrayOutputStream();
        ByteArrayOutputStream cells = new ByteArrayOutputStream();
        from.view().keys().write(new DataOutputStream(keys));
        from.view().cells().write(new DataOutputStream(cells));
        Releaser to = releaser(query, seed);
        to.readKeys(new DataInputStream(new ByteArrayInputStream(keys.toByteArray())));
        to.readCells(new DataInputStream(new ByteArrayInputStream(cells.toByteArray())));
        return to;
    }

    @RepeatedTest(5)
    void a_key_remembers_its_clamp_over_windows_and_restores_and_no_other_key_does(RepetitionInfo run)
            throws IOException {
        Queries query = Queries.hourly("q").with(TOTAL);
        int seed = run.getCurrentRepetition();
        Releaser releaser = releaser(query, seed);
        addMany(releaser, Plans.HOUR);
        List<Outcome> first = close(releaser, Plans.HOUR);
        assertThat(first.get(0).values()[0]).isGreaterThanOrEqualTo(EXPONENT + 1);
        assertThat(first.get(1).values()[0]).isLessThan(6);
        List<Outcome> second = close(restored(releaser, query, seed + 100), 2 * Plans.HOUR);
        assertThat(second.get(0).values()[0]).isGreaterThan(8);
        assertThat(second.get(1).values()[0]).isLessThan(6);
    }

    @RepeatedTest(5)
    void a_window_that_is_withheld_leaves_what_was_released_before_it(RepetitionInfo run) {
        Queries query = Queries.hourly("q").with(TOTAL).keyAccount("1", Duration.ofDays(1));
        Releaser releaser = releaser(query, run.getCurrentRepetition());
        addMany(releaser, DAY + Plans.HOUR);
        assertThat(close(releaser, DAY + Plans.HOUR).get(0).values()[0]).isGreaterThan(EXPONENT);
        assertThat(close(releaser, DAY + 2 * Plans.HOUR).get(0).kind()).isEqualTo(Outcome.Kind.WITHHELD);
        Outcome nextDay = close(releaser, 2 * DAY + Plans.HOUR).get(0);
        assertThat(nextDay.kind()).isEqualTo(Outcome.Kind.RELEASED);
        assertThat(nextDay.values()[0]).isGreaterThan(8);
    }

    /** A view shows the moment at which it was taken, whatever is released later. */
    @RepeatedTest(5)
    void a_view_does_not_change_once_arrays_are_copied(RepetitionInfo run) throws IOException {
        Queries query = Queries.hourly("q").with(TOTAL);
        Releaser releaser = releaser(query, run.getCurrentRepetition());
        QueryReleaser.View empty = releaser.view();
        releaser.copyArrays();
        addMany(releaser, Plans.HOUR);
        close(releaser, Plans.HOUR);
        ByteArrayOutputStream cells = new ByteArrayOutputStream();
        empty.cells().write(new DataOutputStream(cells));
        Releaser fresh = releaser(query, run.getCurrentRepetition() + 200);
        fresh.readCells(new DataInputStream(new ByteArrayInputStream(cells.toByteArray())));
        assertThat(close(fresh, 2 * Plans.HOUR).get(0).values()[0]).isLessThan(6);
    }
}
