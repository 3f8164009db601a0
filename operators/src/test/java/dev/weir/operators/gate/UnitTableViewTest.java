package dev.weir.operators.gate;

import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.gate.unit.UnitTableContents;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.testing.LateViewContract;
import dev.weir.operators.testing.LateViews;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Tests that a view is written as the table was when the view was taken, whatever has passed the gate since. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnitTableViewTest implements LateViewContract<UnitTable> {

    @Override
    public int streams() {
        return 500;
    }

    @Override
    public KeyGroupTable.Contents contents(UnitTable table) {
        KeyGroupTable.Contents contents = UnitTableContents.of(table);
        contents.release();
        return contents;
    }

    @Override
    public int changed(long seed, BiConsumer<LateViews, UnitTable> take) {
        GateCase random = GateCase.of(seed);
        GateRun run = new GateRun(random.plan());
        LateViews views = new LateViews();
        for (GateCase.Step step : random.steps()) {
            take.accept(views, run.table());
            if (step.record() == null) {
                run.close(step.closedUpTo());
            } else {
                run.add(step.record());
            }
        }
        return views.changed();
    }
}
