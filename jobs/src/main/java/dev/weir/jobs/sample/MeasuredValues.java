package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Expectation;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.Mark;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import dev.weir.operators.aggregate.vector.VectorSum;
import dev.weir.operators.query.PricedQuery;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Says how the values of each kind of aggregate are compared with the truth, and what is true of records. */
final class MeasuredValues {

    /** What a learnt clamp cuts off. */
    static final String CUT = "cut";

    private final PricedQuery priced;
    private final int number;

    /** @param number of the aggregate in its query */
    MeasuredValues(PricedQuery priced, int number) {
        this.priced = priced;
        this.number = number;
    }

    /** One measure for each name of the aggregate. */
    List<ValueMeasure<?>> measures() {
        Aggregate aggregate = priced.query().aggregates().get(number);
        if (aggregate instanceof Quantiles quantiles) {
            return ranks(quantiles.marks(), quantiles.values());
        }
        if (aggregate instanceof SelectedQuantiles quantiles) {
            return ranks(quantiles.marks(), quantiles.values());
        }
        return List.of(measure(aggregate));
    }

    private List<ValueMeasure<?>> ranks(List<Mark> marks, ValueGrid values) {
        return marks.stream()
                .<ValueMeasure<?>>map(mark -> new RankMeasure(number, mark, values))
                .toList();
    }

    private ValueMeasure<?> measure(Aggregate aggregate) {
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
        return number(aggregate);
    }

    private ValueMeasure<?> number(Aggregate aggregate) {
        if (aggregate instanceof Count) {
            return new NumberMeasure(records -> Map.of(Expectation.SIZE, (double) records.size()));
        }
        if (aggregate instanceof DistinctUnits) {
            return new NumberMeasure(records -> Map.of(Expectation.SIZE, units(records)));
        }
        if (aggregate instanceof Sum) {
            return new NumberMeasure(records -> Map.of(Expectation.SIZE, sum(records, 0)));
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
        if (aggregate instanceof LearntTotal learnt) {
            return new NumberMeasure(records -> learnt(records, learnt));
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

    private Map<String, Double> mean(List<SampleRecord> records) {
        return Map.of(
                Expectation.SIZE, sum(records, 0) / records.size(), Expectation.RECORDS, (double) records.size());
    }

    private Map<String, Double> variance(List<SampleRecord> records) {
        double mean = sum(records, 0) / records.size();
        double squares =
                values(records, 0).map(value -> (value - mean) * (value - mean)).sum();
        return Map.of(
                Expectation.SIZE,
                squares / records.size(),
                Expectation.RECORDS,
                (double) records.size(),
                Expectation.MEAN,
                mean);
    }

    private Map<String, Double> ratio(List<SampleRecord> records, SumRatio ratio) {
        double below = sum(records, 1);
        double least = ratio.denominator().grid().doubleValue();
        return Map.of(
                Expectation.SIZE,
                below < least ? 0 : sum(records, 0) / below,
                Expectation.DENOMINATOR,
                Math.max(least, below));
    }

    /** The clamp that is aimed at: so many records lie above it as its noise is wide; where there are fewer, that of the start. */
    private Map<String, Double> learnt(List<SampleRecord> records, LearntTotal learnt) {
        Accuracy known = learnt.accuracy(priced.errorLaw(number, 1)).get(0);
        int above = (int) number(known.more().get("records-above"));
        double[] sizes = values(records, 0).map(Math::abs).sorted().toArray();
        double aimed =
                above < sizes.length ? sizes[sizes.length - 1 - above] : number(known.more().get("clamp"));
        double clamp = powerOfTwo(aimed, learnt.clamp().grid().doubleValue());
        double cut = DoubleStream.of(sizes).map(size -> Math.max(0, size - clamp)).sum();
        boolean isMean = learnt.kind() == LearntTotal.Kind.MEAN;
        double count = isMean ? records.size() : 1;
        return Map.of(
                Expectation.SIZE,
                sum(records, 0) / count,
                Expectation.RECORDS,
                (double) records.size(),
                Expectation.CLAMP,
                clamp,
                CUT,
                cut / count);
    }

    /** The smallest power of two steps that is not below a size. */
    private static double powerOfTwo(double size, double step) {
        return step * Math.pow(2, Math.ceil(Math.log(Math.max(1, size / step)) / Math.log(2) - 1e-9));
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number known ? known.doubleValue() : 0;
    }
}
