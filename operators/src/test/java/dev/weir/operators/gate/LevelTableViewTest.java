package dev.weir.operators.gate;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.gate.unit.UnitTableContents;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.LateViewContract;
import dev.weir.operators.testing.LateViews;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Tests views of a table of levels, while records of units are settled, base cells of units become so many that nodes get cells, and windows end, as {@link UnitTableViewTest} does of other tables. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelTableViewTest implements LateViewContract<UnitTable> {

    @Override
    public int streams() {
        return 100;
    }

    @Override
    public KeyGroupTable.Contents contents(UnitTable table) {
        KeyGroupTable.Contents contents = UnitTableContents.of(table);
        contents.release();
        return contents;
    }

    @Override
    public int changed(long seed, BiConsumer<LateViews, UnitTable> take) {
        SplittableRandom random = new SplittableRandom(seed);
        Plan plan = LevelPlans.of(LevelPlans.tree(10, 9, 8), new Count("n", BigDecimal.ONE))
                .spending(100, 0, Favour.LEVELS)
                .plan();
        GateRun run = new GateRun(plan);
        LateViews views = new LateViews();
        for (int i = 0; i < 300; i++) {
            take.accept(views, run.table());
            if (i == 60) {
                run.close(Plans.HOUR);
            }
            long time = (i < 60 ? random.nextInt(2) : 1) * Plans.HOUR;
            byte[] unit = {(byte) random.nextInt(4)};
            run.add(new Contributions(
                    unit, plan.unit().period(time), time, new int[] {0}, new int[] {random.nextInt(27)}, new long[] {1
                    }));
        }
        return views.changed();
    }
}
