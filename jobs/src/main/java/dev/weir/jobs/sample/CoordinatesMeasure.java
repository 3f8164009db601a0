package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Block;
import java.util.List;

/**
 * Compares the numbers that are released of a block, or that what is released is made of, by the length of their difference: a histogram's
 * bins, the products of features. What each record adds is cut as in the job, so a loss is of whole records.
 *
 * @param aggregate the number of the aggregate
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
    public Weight weigh(long[] truth, ReleasedCell cell) {
        double loss = 0;
        double size = 0;
        for (int i = 0; i < truth.length; i++) {
            double difference = (double) truth[i] - cell.totals()[i];
            loss += difference * difference;
            size += (double) truth[i] * truth[i];
        }
        double variances = block.noiseFactors().stream()
                .mapToDouble(factor -> square(cell.noise().times(factor).stddev()))
                .sum();
        return new Weight(Math.sqrt(loss), Math.sqrt(variances), Math.sqrt(size));
    }

    private static double square(double number) {
        return number * number;
    }
}
