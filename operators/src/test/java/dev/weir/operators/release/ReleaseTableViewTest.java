package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.testing.LateViewContract;
import dev.weir.operators.testing.LateViews;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Tests that a view is written as the table was when the view was taken, whatever has been added and released since. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReleaseTableViewTest implements LateViewContract<ReleaseTable> {

    private static final int STEPS = 40;
    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").count().recordsPerCell(1).contributions(6).keyAccount("0.5", Duration.ofDays(1)));

    private final KeyEntries entries =
            new DeclaredEntries(PLAN.queries().get(0).query().keys(), new int[] {0, 1}, new int[] {0, 1});

    @Override
    public int streams() {
        return 200;
    }

    @Override
    public KeyGroupTable.Contents contents(ReleaseTable table) {
        return table.contents();
    }

    @Override
    public int changed(long seed, BiConsumer<LateViews, ReleaseTable> take) {
        StepRelease release = new StepRelease(0, PLAN.queries().get(0), KeyStream.fresh(), false);
        ReleaseTable table =
                new ReleaseTable(List.of("q"), List.of(new Releaser(release, entries)), Plans.openFrom(0, PLAN));
        SplittableRandom random = new SplittableRandom(seed);
        LateViews views = new LateViews();
        for (int step = 0; step < STEPS; step++) {
            take.accept(views, table);
            long next = table.closedUpTo() + Plans.HOUR;
            if (random.nextInt(5) == 0) {
                table.close(0, next, new ArrayList<>());
                table.closeUpTo(next);
            } else {
                long end = next + random.nextInt(2) * Plans.HOUR;
                table.add(new PartialSum(0, 0, random.nextInt(2), end, new long[] {1 + random.nextInt(9)}));
            }
        }
        return views.changed();
    }
}
