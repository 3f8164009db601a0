package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.levels.series.SeriesTerms;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How exact the rows of levels in series are: each node of each measured level has a series of its own, with the correlation of the query's series without
 * levels, and all rows of a step are estimated from the noisy totals of that step.
 *
 * @param flat the same query without levels
 * @param level the noise of all levels
 */
record NoiseOfLevelSeries(PricedTotals flat, LevelSeries level) implements LevelNoise {

    /**
     * The noise of all levels for a correlation from step to step.
     *
     * @param flat the query without levels, with the weights of its aggregates
     * @param unweighted its series without the weights
     */
    static LevelSeries level(PricedTotals flat, PricedSeries unweighted) {
        return LevelSeries.of(new LevelSeries.Flat(flat.series(), unweighted), terms(flat, unweighted));
    }

    private static SeriesTerms terms(PricedTotals flat, PricedSeries unweighted) {
        Query query = flat.query();
        QueryPrice price = flat.price();
        LevelShape shape = query.keys().levels().orElseThrow();
        Participation bounds = query.bounds().series().participation();
        Norm norm = price.norm();
        List<SeriesTerms.Aggregate> aggregates = IntStream.range(
                        0, price.terms().size())
                .mapToObj(i -> new SeriesTerms.Aggregate(
                        price.terms().get(i).weight(),
                        query.aggregates().get(i).fullLength(norm, unweighted.cost(), i)))
                .toList();
        // without resets there is one series, so a unit has at most all base cells
        long keys = query.window().isReset() ? bounds.keys() : Math.min(bounds.keys(), shape.cells());
        return new SeriesTerms(
                shape,
                query.aggregates().get(0).addsUpOverKeys(),
                query.spend().favour(),
                price.contributions(),
                new Participation(keys, bounds.times(), bounds.separation()),
                flat.lastStep(),
                aggregates);
    }

    @Override
    public LevelShape shape() {
        return level.shape();
    }

    @Override
    public boolean isMeasured(int index) {
        return level.isMeasured(index);
    }

    /** The variances of the totals that are drawn. */
    @Override
    public double[] drawn(int aggregate, long step) {
        return variances(at -> level.noise(aggregate, at).stddev(step));
    }

    private interface Deviation {
        double of(int level);
    }

    private double[] variances(Deviation deviation) {
        return IntStream.range(0, shape().levels())
                .mapToDouble(at -> isMeasured(at) ? deviation.of(at) : Double.NaN)
                .map(stddev -> stddev * stddev)
                .toArray();
    }

    /**
     * The deviations of rows. The estimate of a window is the same linear function of its noise as that of a total. A sliding window is the difference of
     * two published totals, each of which was rounded.
     */
    @Override
    public double[] published(int aggregate, long step) {
        double[] noise = variances(at -> flat.sums().stddev(level.noise(aggregate, at), step));
        NodeNumbers numbers = flat.query().aggregates().get(aggregate).nodeNumbers();
        double[] published = LevelErrors.variances(shape(), numbers, noise);
        if (numbers == NodeNumbers.INTEGERS && flat.keptTotals() > 0 && step > flat.keptTotals()) {
            double[] estimates = LevelErrors.estimates(shape(), noise);
            Arrays.setAll(published, row -> 2 * published[row] - estimates[row]);
        }
        return Arrays.stream(published).map(Math::sqrt).toArray();
    }
}
