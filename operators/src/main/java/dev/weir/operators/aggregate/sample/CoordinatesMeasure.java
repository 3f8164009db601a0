package dev.weir.operators.aggregate.sample;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;

/**
 * Compares the totals of the admitted records with the totals of all records by the length of the difference of the two vectors. The totals
 * are a histogram's bins, or the sums of products from which a regression is computed. The contribution of each record is clamped as in the
 * job, so the loss measures only whole records that are left out.
 *
 * @param coordinates how many totals a cell has
 * @param noiseFactors the factors of the noise of each measured number
 * @param vector writes into its second argument what a record adds to the totals, given the numbers that are read from the record
 */
public record CoordinatesMeasure(int coordinates, List<Ratio> noiseFactors, BiConsumer<BigDecimal[], long[]> vector)
        implements ValueMeasure<long[]> {

    @Override
    public long[] truth(Sample records) {
        long[] sum = new long[coordinates];
        long[] added = new long[coordinates];
        for (Sample.Read record : records.records()) {
            vector.accept(record.values(), added);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += added[i];
            }
        }
        return sum;
    }

    @Override
    public SampledError error(long[] truth, ReleasedCell cell) {
        double[] exact = LongStream.of(truth).asDoubleStream().toArray();
        double[] kept =
                Arrays.stream(cell.totals(), 0, truth.length).asDoubleStream().toArray();
        double variances = noiseFactors.stream()
                .mapToDouble(factor -> square(cell.noise().times(factor).stddev()))
                .sum();
        return new SampledError(VectorMeasure.distance(exact, kept), Math.sqrt(variances), VectorMeasure.length(exact));
    }

    private static double square(double number) {
        return number * number;
    }
}
