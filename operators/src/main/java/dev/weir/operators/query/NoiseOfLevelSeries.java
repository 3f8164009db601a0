package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.levels.series.SeriesTerms;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How exact the rows of levels in series are: each node of each measured level has a series of its own, with the correlation of the query's series without
 * levels, and all rows of a step are estimated from the noisy totals of that step.
 *
 * @param query the query
 * @param sums the increments of a series that a release sums
 * @param keptTotals the number of panes of a sliding window; 0 for running totals
 * @param level the noise of all levels
 */
record NoiseOfLevelSeries(Query query, SeriesSums sums, long keptTotals, LevelSeries level)
        implements LevelNoise, Serializable {

    /**
     * The noise of all levels for a correlation from step to step.
     *
     * @param query the query
     * @param price its price
     * @param flat the series of the query without levels, with and without the weights of its aggregates
     * @param lastStep the step at which a series ends for good
     */
    static LevelSeries level(Query query, QueryPrice price, LevelSeries.Flat flat, long lastStep) {
        return LevelSeries.of(flat, terms(query, price, flat, lastStep));
    }

    private static SeriesTerms terms(Query query, QueryPrice price, LevelSeries.Flat flat, long lastStep) {
        LevelShape shape = query.keys().levels().orElseThrow();
        Participation bounds = query.bounds().series().participation();
        Norm norm = price.norm();
        List<SeriesTerms.Aggregate> aggregates = IntStream.range(
                        0, price.terms().size())
                .mapToObj(i -> new SeriesTerms.Aggregate(
                        price.terms().get(i).weight(),
                        query.aggregates()
                                .get(i)
                                .fullLength(norm, flat.unweighted().cost(), i)))
                .toList();
        // without resets there is one series, so a unit has at most all base cells
        long keys = query.window().isReset() ? bounds.keys() : Math.min(bounds.keys(), shape.cells());
        return new SeriesTerms(
                shape,
                query.aggregates().get(0).addsUpOverKeys(),
                query.spend().favour(),
                price.contributions(),
                new Participation(keys, bounds.times(), bounds.separation()),
                lastStep,
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
        double[] noise = variances(at -> sums.stddev(level.noise(aggregate, at), step));
        NodeNumbers numbers = query.aggregates().get(aggregate).nodeNumbers();
        double[] published = LevelErrors.variances(shape(), numbers, noise);
        if (numbers == NodeNumbers.INTEGERS && keptTotals > 0 && step > keptTotals) {
            double[] estimates = LevelErrors.estimates(shape(), noise);
            Arrays.setAll(published, row -> 2 * published[row] - estimates[row]);
        }
        return Arrays.stream(published).map(Math::sqrt).toArray();
    }
}
