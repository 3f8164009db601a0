package dev.weir.operators.release.draw;

import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws for the nodes of levels. Each node of each measured level draws its own noise, of its level's scale ({@link LevelPlan}). A level that is not
 * measured has no draws.
 */
final class LevelDraws extends StepDraws {

    private final @Nullable StepDraws[] levels;

    LevelDraws(List<Aggregate> aggregates, Offsets offsets, LevelPrice price) {
        super(aggregates, offsets);
        List<LevelPlan> plans = price.plans();
        this.levels = IntStream.range(0, plans.get(0).shape().levels())
                .mapToObj(level -> plans.get(0).isMeasured(level)
                        ? new CellDraws(aggregates, offsets, i -> plans.get(i).noise(level))
                        : null)
                .toArray(StepDraws[]::new);
    }

    @Override
    public int words() {
        return 0;
    }

    @Override
    public StepDraws at(int level) {
        StepDraws draws = levels[level];
        if (draws == null) {
            throw new IllegalStateException("level " + level + " is not measured, so none of its nodes has a draw");
        }
        return draws;
    }

    @Override
    public void draw(long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness) {
        throw new IllegalStateException("the draws of a node are those of its level");
    }
}
