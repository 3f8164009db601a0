package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Block;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Compares vectors of totals by the length of their difference: a histogram's bins, or the sums of products from which a
 * regression is computed. The contribution of each record is clamped as in the job, so the loss measures only whole records
 * that are left out.
 *
 * @param aggregate the number of the aggregate
 * @param block the block of the aggregate's totals
 */
record CoordinatesMeasure(int aggregate, Block block) implements ValueMeasure<long[]> {

    @Override
    public long[] truth(List<SampleRecord> records) {
        long[] sum = new long[block.coordinates()];
        long[] words = new long[block.words()];
        long[] vector = new long[block.coordinates()];
        for (SampleRecord record : records) {
            block.encode(record.values()[aggregate], 0, words, 0);
            block.vector(words, 0, vector);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += vector[i];
            }
        }
        return sum;
    }

    @Override
    public SampledError error(long[] truth, ReleasedCell cell) {
        double[] exact = LongStream.of(truth).asDoubleStream().toArray();
        double[] kept =
                Arrays.stream(cell.totals(), 0, truth.length).asDoubleStream().toArray();
        double variances = block.noiseFactors().stream()
                .mapToDouble(factor -> square(cell.noise().times(factor).stddev()))
                .sum();
        return new SampledError(VectorMeasure.distance(exact, kept), Math.sqrt(variances), VectorMeasure.length(exact));
    }

    private static double square(double number) {
        return number * number;
    }
}
