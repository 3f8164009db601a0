package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import dev.weir.operators.aggregate.vector.VectorSum;
import dev.weir.operators.query.PricedQuery;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Selects, for each kind of aggregate, how its values are compared with the truth, and how the true value is computed from
 * records.
 */
final class MeasuredValues {

    private final Aggregate aggregate;
    private final int number;

    /**
     * @param priced the query
     * @param number the number of the aggregate in the query
     */
    MeasuredValues(PricedQuery priced, int number) {
        this.aggregate = priced.query().aggregates().get(number);
        this.number = number;
    }

    /** Returns one measure for each value name of the aggregate. */
    List<ValueMeasure<?>> measures() {
        if (aggregate instanceof Quantiles quantiles) {
            return ranks(quantiles.statistics(), quantiles.values());
        }
        if (aggregate instanceof SelectedQuantiles quantiles) {
            return ranks(quantiles.statistics(), quantiles.values());
        }
        return List.of(measure());
    }

    private List<ValueMeasure<?>> ranks(List<OrderStatistic> statistics, ValueGrid values) {
        return statistics.stream()
                .<ValueMeasure<?>>map(statistic -> new RankMeasure(number, statistic, values))
                .toList();
    }

    private ValueMeasure<?> measure() {
        if (aggregate instanceof TopCounts top) {
            return new VotesMeasure(number, top.candidates(), top.k(), true);
        }
        if (aggregate instanceof TopSelection top) {
            return new VotesMeasure(number, top.candidates(), top.k(), false);
        }
        if (aggregate instanceof Choice choice) {
            return new VotesMeasure(number, choice.candidates(), 1, false);
        }
        if (aggregate instanceof VectorSum) {
            return new VectorMeasure(number);
        }
        return number();
    }

    private ValueMeasure<?> number() {
        if (aggregate instanceof Count) {
            return new NumberMeasure(List::size);
        }
        if (aggregate instanceof DistinctUnits) {
            return new NumberMeasure(MeasuredValues::units);
        }
        if (aggregate instanceof Sum) {
            return new NumberMeasure(records -> sum(records, 0));
        }
        if (aggregate instanceof Mean) {
            return new NumberMeasure(this::mean);
        }
        if (aggregate instanceof Variance) {
            return new NumberMeasure(this::variance);
        }
        if (aggregate instanceof SumRatio ratio) {
            return new NumberMeasure(records -> ratio(records, ratio));
        }
        if (aggregate instanceof LearntTotal) {
            return new LearntMeasure(number);
        }
        return new CoordinatesMeasure(number, (Block) aggregate);
    }

    private static double units(List<SampleRecord> records) {
        return records.stream().mapToInt(SampleRecord::account).distinct().count();
    }

    private DoubleStream values(List<SampleRecord> records, int field) {
        return records.stream().mapToDouble(record -> record.values()[number][field].doubleValue());
    }

    private double sum(List<SampleRecord> records, int field) {
        return values(records, field).sum();
    }

    private double mean(List<SampleRecord> records) {
        return sum(records, 0) / records.size();
    }

    private double variance(List<SampleRecord> records) {
        double mean = mean(records);
        double squares =
                values(records, 0).map(value -> (value - mean) * (value - mean)).sum();
        return squares / records.size();
    }

    private double ratio(List<SampleRecord> records, SumRatio ratio) {
        double below = sum(records, 1);
        return below < ratio.denominator().grid().doubleValue() ? 0 : sum(records, 0) / below;
    }
}
