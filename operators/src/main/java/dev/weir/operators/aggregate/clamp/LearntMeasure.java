package dev.weir.operators.aggregate.clamp;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a sum or a mean whose clamp is learnt, with the clamp that learning aims at: as many records lie above it as
 * its noise is wide; where a release has fewer, it is that of the start. The clamp that is drawn is often a power of
 * two beside that one, so that the noise is some 4/3 of what goes with it.
 *
 * @param learnt how the clamp is learnt
 * @param isMean whether a mean is released, and not a sum
 * @param known what is known of the clamp before there is a record, given the noise
 */
record LearntMeasure(LearntClamp learnt, boolean isMean, Function<AdditiveNoise, Map<String, Object>> known)
        implements ValueMeasure<double[]> {

    /** How much noise is drawn on average, beside that of the clamp that learning aims at. */
    private static final double DRAWN = 4.0 / 3;

    @Override
    public double[] truth(Sample records) {
        return records.values(0).toArray();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        double kept = Math.max(1, records(cell.totals()));
        double size = DoubleStream.of(truth).sum() / (isMean ? truth.length : 1);
        double clamp = clamp(truth, kept, known.apply(cell.noise()));
        double cut = DoubleStream.of(truth)
                .map(value -> Math.max(0, Math.abs(value) - clamp))
                .sum();
        Map<String, Double> facts = Map.of(Expectation.SIZE, size, Expectation.RECORDS, kept, Expectation.CLAMP, clamp);
        return new SampledError(
                Math.abs(size - cell.number("value")) + cut / truth.length * (isMean ? 1 : kept),
                cell.errors(new Expectation.Given(facts)).get(0).error() * DRAWN,
                Math.abs(size));
    }

    /**
     * The number of records that the gate lets through. Totals begin with the counts of records by size; if values have
     * signs, each half of the totals begins with such counts.
     */
    private double records(long[] totals) {
        int half = learnt.isSigned() ? totals.length / 2 : totals.length;
        return IntStream.range(0, totals.length)
                .filter(i -> i % half < half / 2)
                .mapToDouble(i -> totals[i])
                .sum();
    }

    /**
     * The clamp that learning aims at: the values of {@code records-above} of the admitted records are larger in size.
     */
    private double clamp(double[] truth, double kept, Map<String, Object> start) {
        double above = number(start.get("records-above")) * truth.length / kept;
        double[] sizes = DoubleStream.of(truth).map(Math::abs).sorted().toArray();
        double aimed = above < sizes.length ? sizes[sizes.length - 1 - (int) above] : number(start.get("clamp"));
        return powerOfTwo(aimed, learnt.grid().doubleValue());
    }

    /** The smallest power of two steps that is not below a size. */
    private static double powerOfTwo(double size, double step) {
        return step * Math.pow(2, Math.ceil(Math.log(Math.max(1, size / step)) / Math.log(2) - 1e-9));
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number known ? known.doubleValue() : 0;
    }
}
