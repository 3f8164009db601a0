package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Compares vectors by the length of their difference.
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
    public Weight weigh(double[] truth, ReleasedCell cell) {
        double loss = 0;
        double size = 0;
        double[] kept = kept(cell, truth.length);
        for (int i = 0; i < truth.length; i++) {
            double difference = truth[i] - kept[i];
            loss += difference * difference;
            size += truth[i] * truth[i];
        }
        double length = Math.sqrt(size);
        double noise = cell.errors(new Expectation.Given(Map.of(Expectation.SIZE, length)))
                .get(0)
                .error();
        return new Weight(Math.sqrt(loss), noise, length);
    }

    private static double[] kept(ReleasedCell cell, int length) {
        double[] kept = new double[length];
        if (cell.estimate().fields().get("value") instanceof List<?> coordinates) {
            Arrays.setAll(kept, i -> coordinates.get(i) instanceof BigDecimal value ? value.doubleValue() : 0);
        }
        return kept;
    }
}
