package dev.weir.operators.aggregate.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares the sum of the admitted vectors with the sum of all vectors by the Euclidean length of their difference.
 *
 * @param dimension how many numbers a vector has
 */
public record VectorMeasure(int dimension) implements ValueMeasure<double[]> {

    @Override
    public double[] truth(Sample records) {
        return IntStream.range(0, dimension).mapToDouble(records::sum).toArray();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        double length = length(truth);
        return new SampledError(distance(truth, kept(cell)), cell.error(Map.of(Expectation.SIZE, length)), length);
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

    private double[] kept(ReleasedCell cell) {
        double[] kept = new double[dimension];
        if (cell.fields().get("value") instanceof List<?> coordinates) {
            Arrays.setAll(kept, i -> coordinates.get(i) instanceof BigDecimal value ? value.doubleValue() : 0);
        }
        return kept;
    }
}
