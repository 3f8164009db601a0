package dev.weir.operators.release.draw;

import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Draws for the nodes of levels. Each node of each measured level draws its own noise, of its level's scale ({@link LevelPlan}). A level that is not
 * measured has no draws. In series, each node of each measured level has a series of its own, and all of them have the same correlation and state ({@link
 * dev.weir.accountant.levels.series.LevelSeries}).
 */
final class LevelDraws extends StepDraws {

    private final @Nullable StepDraws[] levels;

    LevelDraws(List<Aggregate> aggregates, Offsets offsets, @Nullable StepDraws[] levels) {
        super(aggregates, offsets);
        this.levels = levels.clone();
    }

    @Override
    public int words() {
        return Stream.of(levels)
                .filter(Objects::nonNull)
                .mapToInt(StepDraws::words)
                .max()
                .orElseThrow();
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
