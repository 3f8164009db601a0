package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.expect.Expectation;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures a sum or mean with a learnt clamp, and assumes the clamp at which learning aims. The number of records above this
 * clamp is about the standard deviation of the noise. If a release has too few records for this, the initial clamp is
 * assumed. The clamp that is actually drawn is often a neighbouring power of two, which makes the noise about 4/3 as large on
 * average.
 *
 * @param aggregate the number of the aggregate
 */
record LearntMeasure(int aggregate) implements ValueMeasure<double[]> {

    /** The average noise of the drawn clamp, relative to the noise of the clamp at which learning aims. */
    private static final double DRAWN = 4.0 / 3;

    @Override
    public double[] truth(List<SampleRecord> records) {
        return records.stream()
                .mapToDouble(record -> record.values()[aggregate][0].doubleValue())
                .toArray();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        LearntTotal learnt = (LearntTotal) cell.aggregate();
        boolean isMean = learnt.kind() == LearntTotal.Kind.MEAN;
        double kept = Math.max(1, records(learnt, cell.totals()));
        double size = DoubleStream.of(truth).sum() / (isMean ? truth.length : 1);
        double clamp = clamp(truth, kept, learnt, cell);
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
     * Returns the number of admitted records. Totals begin with the counts of records by size. If values have signs, each
     * half of the totals begins with such counts.
     */
    private static double records(LearntTotal learnt, long[] totals) {
        int half = learnt.clamp().isSigned() ? totals.length / 2 : totals.length;
        return IntStream.range(0, totals.length)
                .filter(i -> i % half < half / 2)
                .mapToDouble(i -> totals[i])
                .sum();
    }

    /** Returns the clamp at which learning aims: {@code records-above} of the admitted records have a larger absolute value. */
    private static double clamp(double[] truth, double kept, LearntTotal learnt, ReleasedCell cell) {
        Map<String, Object> known = learnt.accuracy(cell.noise()).get(0).more();
        double above = number(known.get("records-above")) * truth.length / kept;
        double[] sizes = DoubleStream.of(truth).map(Math::abs).sorted().toArray();
        double aimed = above < sizes.length ? sizes[sizes.length - 1 - (int) above] : number(known.get("clamp"));
        return powerOfTwo(aimed, learnt.clamp().grid().doubleValue());
    }

    /** Returns the smallest power of two, in grid steps, that is at least the given size. */
    private static double powerOfTwo(double size, double step) {
        return step * Math.pow(2, Math.ceil(Math.log(Math.max(1, size / step)) / Math.log(2) - 1e-9));
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number known ? known.doubleValue() : 0;
    }
}
