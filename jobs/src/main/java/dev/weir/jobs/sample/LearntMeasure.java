package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.expect.Expectation;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a sum or a mean whose clamp is learnt, with the clamp that learning aims at: as many records lie above it as its noise is wide;
 * where a release has fewer, it is that of the start.
 *
 * @param aggregate the number of the aggregate
 */
record LearntMeasure(int aggregate) implements ValueMeasure<double[]> {

    @Override
    public double[] truth(List<SampleRecord> records) {
        return records.stream()
                .mapToDouble(record -> record.values()[aggregate][0].doubleValue())
                .toArray();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        LearntTotal learnt = (LearntTotal) cell.aggregate();
        double count = learnt.kind() == LearntTotal.Kind.MEAN ? truth.length : 1;
        double size = DoubleStream.of(truth).sum() / count;
        double clamp = clamp(truth, learnt, cell);
        double cut = DoubleStream.of(truth)
                .map(value -> Math.max(0, Math.abs(value) - clamp))
                .sum();
        Map<String, Double> facts =
                Map.of(Expectation.SIZE, size, Expectation.RECORDS, (double) truth.length, Expectation.CLAMP, clamp);
        return new SampledError(
                Math.abs(size - cell.released()) + cut / count,
                cell.errors(new Expectation.Given(facts)).get(0).error(),
                Math.abs(size));
    }

    private static double clamp(double[] truth, LearntTotal learnt, ReleasedCell cell) {
        Map<String, Object> known = learnt.accuracy(cell.noise()).get(0).more();
        double above = number(known.get("records-above"));
        double[] sizes = DoubleStream.of(truth).map(Math::abs).sorted().toArray();
        double aimed = above < sizes.length ? sizes[sizes.length - 1 - (int) above] : number(known.get("clamp"));
        return powerOfTwo(aimed, learnt.clamp().grid().doubleValue());
    }

    /** The smallest power of two steps that is not below a size. */
    private static double powerOfTwo(double size, double step) {
        return step * Math.pow(2, Math.ceil(Math.log(Math.max(1, size / step)) / Math.log(2) - 1e-9));
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number known ? known.doubleValue() : 0;
    }
}
