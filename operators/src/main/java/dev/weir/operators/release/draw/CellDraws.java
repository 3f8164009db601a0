package dev.weir.operators.release.draw;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Draws with independent noise: discrete Laplace or rounded Gaussian noise on whole grid steps, or a {@link
 * dev.weir.accountant.mechanism.Selection}. Exact samplers draw anew for every number of every cell.
 */
final class CellDraws extends StepDraws {

    private final PreparedMechanism[] mechanisms;

    /** The offset of each aggregate's totals among the totals of a cell. */
    private final int[] coordinates;

    private final int[] measured;

    CellDraws(List<Aggregate> aggregates, Offsets offsets, IntFunction<AdditiveNoise> noise) {
        super(aggregates, offsets);
        int count = aggregates.size();
        mechanisms = IntStream.range(0, count)
                .mapToObj(i -> aggregates.get(i).prepare(noise.apply(i)))
                .toArray(PreparedMechanism[]::new);
        coordinates = IntStream.range(0, count).map(offsets::coordinate).toArray();
        measured = IntStream.range(0, count).map(offsets::measuredAt).toArray();
    }

    @Override
    public int words() {
        return 0;
    }

    @Override
    public void draw(long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness) {
        for (int i = 0; i < mechanisms.length; i++) {
            mechanisms[i].release(added, from + coordinates[i], released, to + measured[i], randomness);
        }
    }
}
