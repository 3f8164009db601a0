package dev.weir.operators.aggregate.quantile;

import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares quantiles and extremes by rank: the loss is the number of records between the value and the requested quantile. The noise is an
 * error of the rank among the admitted records, multiplied by the ratio of all records to admitted records.
 *
 * @param values the values that may be released; a record's value between the first and the last of these values counts as the value of its
 *     leaf, and any other record's value counts unchanged
 */
record RankMeasure(OrderStatistic statistic, ValueGrid values) implements ValueMeasure<double[]> {

    @Override
    public double[] truth(Sample records) {
        return records.records().stream()
                .mapToDouble(record -> onGrid(record.values()[0]))
                .sorted()
                .toArray();
    }

    private double onGrid(BigDecimal value) {
        boolean isInside =
                value.compareTo(values.value(0)) >= 0 && value.compareTo(values.value(values.leaves() - 1)) <= 0;
        return (isInside ? values.value(values.leafOf(value)) : value).doubleValue();
    }

    @Override
    public SampledError error(double[] truth, ReleasedCell cell) {
        List<ExpectedError> errors =
                cell.errors(new Expectation.Given(Map.of(Expectation.RECORDS, (double) truth.length)));
        List<Double> kept = kept(cell);
        double scale =
                truth.length / (double) Math.max(1, Arrays.stream(cell.totals()).sum());
        SampledError weight = SampledError.NONE;
        for (int i = 0; i < errors.size(); i++) {
            double q = statistic.at().isEmpty()
                    ? (statistic.kind() == OrderStatistic.Kind.MAX ? 1 : 0)
                    : statistic.at().get(i).doubleValue();
            ExpectedError error = errors.get(i);
            boolean isExtreme = statistic.at().isEmpty();
            double noise = (isExtreme ? error.error() : error.error() / ExpectedError.NORMAL_95) * scale;
            double size = truth.length * (isExtreme ? 1 : Math.min(q, 1 - q));
            weight = weight.plus(new SampledError(distance(truth, q, kept.get(i)), noise, size));
        }
        return weight;
    }

    /** Returns the estimated values in the order of the quantiles; NaN for a missing value. */
    private static List<Double> kept(ReleasedCell cell) {
        List<Double> kept = new ArrayList<>();
        if (cell.fields().get("quantiles") instanceof List<?> quantiles) {
            for (Object quantile : quantiles) {
                kept.add(quantile instanceof Map<?, ?> fields ? number(fields.get("value")) : Double.NaN);
            }
        } else {
            kept.add(number(cell.fields().get("value")));
        }
        return kept;
    }

    private static double number(@Nullable Object value) {
        return value instanceof BigDecimal decimal ? decimal.doubleValue() : Double.NaN;
    }

    /** Returns the number of records between a value and the quantile; the number of all records if there is no value. */
    private static double distance(double[] sorted, double q, double value) {
        if (Double.isNaN(value)) {
            return sorted.length;
        }
        double below = Arrays.stream(sorted).filter(each -> each < value).count();
        double upTo = Arrays.stream(sorted).filter(each -> each <= value).count();
        double rank = q * sorted.length;
        return Math.max(0, Math.max(below - rank, rank - upTo));
    }
}
