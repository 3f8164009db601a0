package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Correlated noise: {@link CorrelatedNoise} on the exact increments of each number of a key. The number drawn at a step
 * is the noisy total of the series so far; running totals are its outputs, sliding windows are differences of two of
 * them.
 */
final class SeriesDraws extends StepDraws {

    /** The series of each measured number. */
    private final PreparedSeries[] series;

    /** The offsets of the words of each series among those of a key, followed by their number. */
    private final int[] places;

    /** The increments of the measured numbers in a step, if these are not the totals themselves. */
    private final long[] increments;

    private final boolean isMeasured;

    SeriesDraws(List<Aggregate> aggregates, Offsets offsets, List<CorrelatedNoise> noises) {
        super(aggregates, offsets);
        this.series = prepared(noises);
        this.places = places(noises);
        this.increments = new long[noises.size()];
        this.isMeasured = !aggregates.stream().allMatch(Aggregate::isNumber);
    }

    /** The samplers of the series. Numbers of a block with the same noise share one. */
    private static PreparedSeries[] prepared(List<CorrelatedNoise> noises) {
        Map<CorrelatedNoise, PreparedSeries> known = new HashMap<>();
        return noises.stream()
                .map(noise -> known.computeIfAbsent(noise, CorrelatedNoise::prepare))
                .toArray(PreparedSeries[]::new);
    }

    private static int[] places(List<CorrelatedNoise> noises) {
        int[] places = new int[noises.size() + 1];
        for (int i = 0; i < noises.size(); i++) {
            places[i + 1] = places[i] + noises.get(i).words();
        }
        return places;
    }

    @Override
    public int words() {
        return places[series.length];
    }

    @Override
    public void draw(long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness) {
        long[] amounts = added;
        int start = from;
        if (isMeasured) {
            measure(added, from, increments);
            amounts = increments;
            start = 0;
        }
        for (int i = 0; i < series.length; i++) {
            released[to + i] = series[i].next(kept, at + places[i], amounts[start + i], randomness);
        }
    }
}
