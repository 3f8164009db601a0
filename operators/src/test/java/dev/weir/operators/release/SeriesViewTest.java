package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.LateViews;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a view of series is written as they were when the view was taken, whatever steps they have taken since. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesViewTest {

    private static final int STREAMS = 100;
    private static final int STEPS = 40;

    private static Stream<Totals> queries() {
        return Stream.of(
                        Totals.running("q", 24),
                        Totals.running("q", 24).resetting(Duration.ofHours(4)),
                        Totals.sliding("q", 3))
                .map(query -> query.count().with(Queries.clamped(-9, 9)));
    }

    private static PricedTotals priced(Totals query) {
        return Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0);
    }

    private static Releaser releaser(PricedTotals priced) {
        StepRelease release = new StepRelease(0, priced, KeyStream.fresh(), true);
        KeyEntries entries = new DeclaredEntries(priced.query().keys(), new int[] {0, 1}, new int[] {0, 1});
        return new Releaser(release, entries);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void sums_and_steps_change_no_view(Totals query) {
        PricedTotals priced = priced(query);
        for (long seed = 0; seed < STREAMS; seed++) {
            assertThat(changed(priced, seed, LateViews::take))
                    .as("seed " + seed)
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void a_table_that_copies_nothing_fails_that_test(Totals query) {
        PricedTotals priced = priced(query);
        int changed = 0;
        for (long seed = 0; seed < STREAMS; seed++) {
            changed += changed(priced, seed, (views, table) -> views.takeWithoutAView(table.contents()));
        }
        assertThat(changed).isGreaterThan(STREAMS);
    }

    private static int changed(PricedTotals priced, long seed, BiConsumer<LateViews, ReleaseTable> take) {
        Plan plan = new Plan("test", PrivacyUnit.USER, Plans.GAUSSIAN, Plans.TIMING, List.of(priced));
        ReleaseTable table = new ReleaseTable(List.of("q"), List.of(releaser(priced)), Plans.openFrom(0, plan));
        SplittableRandom random = new SplittableRandom(seed);
        LateViews views = new LateViews();
        for (int step = 0; step < STEPS; step++) {
            take.accept(views, table);
            long next = table.closedUpTo() + Plans.HOUR;
            if (random.nextInt(3) == 0) {
                table.close(0, next, new ArrayList<>());
                table.closeUpTo(next);
            } else {
                long end = next + random.nextInt(2) * Plans.HOUR;
                table.add(new PartialSum(0, 0, random.nextInt(2), end, new long[] {1, random.nextInt(9)}));
            }
        }
        return views.changed();
    }
}
