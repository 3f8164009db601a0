package dev.weir.operators.aggregate.clamp;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Measures a sum or mean with a learnt clamp, and assumes the clamp at which learning aims. The number of records above this clamp is about
 * the standard deviation of the noise, as a multiple of the clamp. If a release has too few records for this, the initial clamp is assumed.
 * The clamp that is actually drawn is often a neighbouring power of two, which makes the noise about 4/3 as large on average.
 *
 * @param learnt how the clamp is learnt
 * @param isMean whether a mean is released, and not a sum
 */
record LearntMeasure(LearntClamp learnt, boolean isMean) implements ValueMeasure<double[]> {

    /** The average noise of the drawn clamp, relative to the noise of the clamp at which learning aims. */
    private static final double DRAWN = 4.0 / 3;

    @Override
    public double[] truth(Sample records) {
        return records.values(0).toArray();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        double kept = Math.max(1, records(cell.totals()));
        double size = DoubleStream.of(truth).sum() / (isMean ? truth.length : 1);
        double clamp = clamp(truth, kept, cell.noise());
        double cut = DoubleStream.of(truth)
                .map(value -> Math.max(0, Math.abs(value) - clamp))
                .sum();
        Map<String, Double> facts = Map.of(Expectation.SIZE, size, Expectation.RECORDS, kept, Expectation.CLAMP, clamp);
        return new SampledError(
                Math.abs(size - cell.number("value")) + cut / truth.length * (isMean ? 1 : kept),
                cell.error(facts) * DRAWN,
                Math.abs(size));
    }

    /**
     * Returns the number of admitted records. The first half of the totals of {@link ValueBins} holds the counts of records by the size of
     * their values. If values have signs, this is so for each half of the totals.
     */
    private double records(long[] totals) {
        int half = learnt.isSigned() ? totals.length / 2 : totals.length;
        return IntStream.range(0, totals.length)
                .filter(i -> i % half < half / 2)
                .mapToDouble(i -> totals[i])
                .sum();
    }

    /**
     * Returns the clamp that learning aims at: the smallest power of two of grid steps that at most {@link ClampDraw#kappa} of the admitted
     * records exceed, or the initial clamp if there are no more records than that.
     */
    private double clamp(double[] truth, double kept, AdditiveNoise noise) {
        double above = ClampDraw.of(learnt, noise).kappa() * truth.length / kept;
        double[] sizes = DoubleStream.of(truth).map(Math::abs).sorted().toArray();
        int exponent = above < sizes.length
                ? learnt.exponentOf(sizes[sizes.length - 1 - (int) above])
                : ClampDraw.first(learnt, noise, learnt.doublings(isMean));
        return Math.scalb(learnt.grid().doubleValue(), exponent);
    }
}
