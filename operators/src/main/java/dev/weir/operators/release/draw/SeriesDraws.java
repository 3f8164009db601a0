package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws with correlated noise: {@link CorrelatedNoise} is applied to the exact increments of each number of a key. The
 * number drawn at a step is the noisy total of the series so far. Running totals release this number; sliding windows
 * release the difference of two such numbers.
 */
final class SeriesDraws extends StepDraws {

    /** The series of each measured number. */
    private final PreparedSeries[] series;

    /** The offset of each series' words among the words of a key, followed by the number of all words of a key. */
    private final int[] places;

    /**
     * A buffer for the increments of the measured numbers in a step, used if the measured numbers are not the totals
     * themselves.
     */
    private final long[] increments;

    private final boolean isMeasured;

    SeriesDraws(List<Aggregate> aggregates, Offsets offsets, List<CorrelatedNoise> noises) {
        super(aggregates, offsets);
        this.series = prepared(noises);
        this.places = places(noises);
        this.increments = new long[noises.size()];
        this.isMeasured = !aggregates.stream().allMatch(Aggregate::isNumber);
    }

    /** The samplers of the series. Numbers with the same noise share a sampler. */
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
