package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Compares vectors by the Euclidean length of their difference.
 *
 * @param aggregate the number of the aggregate
 */
record VectorMeasure(int aggregate) implements ValueMeasure<double[]> {

    @Override
    public double[] truth(List<SampleRecord> records) {
        double[] sum = new double[records.get(0).values()[aggregate].length];
        for (SampleRecord record : records) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += record.values()[aggregate][i].doubleValue();
            }
        }
        return sum;
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        double length = length(truth);
        double noise = cell.errors(new Expectation.Given(Map.of(Expectation.SIZE, length)))
                .get(0)
                .error();
        return new SampledError(distance(truth, kept(cell, truth.length)), noise, length);
    }

    /** Returns the Euclidean length of a vector. */
    static double length(double[] vector) {
        return distance(vector, new double[vector.length]);
    }

    /** Returns the Euclidean distance of two vectors of the same dimension. */
    static double distance(double[] one, double[] other) {
        double squares = 0;
        for (int i = 0; i < one.length; i++) {
            double difference = one[i] - other[i];
            squares += difference * difference;
        }
        return Math.sqrt(squares);
    }

    private static double[] kept(ReleasedCell cell, int length) {
        double[] kept = new double[length];
        if (cell.estimate().fields().get("value") instanceof List<?> coordinates) {
            Arrays.setAll(kept, i -> coordinates.get(i) instanceof BigDecimal value ? value.doubleValue() : 0);
        }
        return kept;
    }
}
