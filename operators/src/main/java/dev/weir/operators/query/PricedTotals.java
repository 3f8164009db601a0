package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.identity.TaggedFields;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A query whose releases are functions of a series of noisy totals for each key: running totals and sliding windows.
 *
 * <p>The numbers that are measured of a block have a series each, all of them with the same correlation from step to step, so that at
 * every step their noise is independent and differs by the factors of the block alone, as in a cell with noise of its own.
 *
 * @param query what is asked; its window is a {@link SeriesWindow}, its aggregates are {@link Scalar}s and blocks that count every record
 * @param price the share, the contributions and the sizes that the series was priced by
 * @param series the noise of each aggregate and what a contribution costs
 */
public record PricedTotals(Query query, QueryPrice price, PricedSeries series) implements PricedQuery {

    /** A normal variable is that many standard deviations from its mean at most with probability 0.95. */
    private static final double NORMAL_95 = 1.959963984540054;

    /** The same for a Laplace variable, ln(20) / sqrt(2); sums of several have less. */
    private static final double LAPLACE_95 = Math.log(20) / Math.sqrt(2);

    private static final double BAND_CONFIDENCE = 0.95;

    /**
     * @throws IllegalArgumentException if a key account counts in another currency, or blocks take more memory than they may, or have
     *     more noise
     */
    public PricedTotals {
        PriceTerms.requireSameCurrency(query, price);
        SeriesBytes.requireHeld(query, series);
        SeriesWindow window = (SeriesWindow) query.window();
        for (int i = 0; i < query.aggregates().size(); i++) {
            if (query.aggregates().get(i) instanceof Block block) {
                long step = SeriesDesign.planned(window);
                StepLaw.requireInRange(block.name(), stddev(window, series.noise(i), step), step);
            }
        }
    }

    /** The windows. */
    public SeriesWindow window() {
        return (SeriesWindow) query.window();
    }

    /** The noise of each aggregate, in their order: that of each number of a block, but for its factor. */
    public List<CorrelatedNoise> noises() {
        return IntStream.range(0, query.aggregates().size())
                .mapToObj(series::noise)
                .toList();
    }

    /** The noise of each number that is measured of an aggregate, in their order. */
    public List<CorrelatedNoise> noises(int aggregate) {
        Map<Ratio, CorrelatedNoise> byFactor = new HashMap<>();
        return query.aggregates().get(aggregate).noiseFactors().stream()
                .map(factor -> byFactor.computeIfAbsent(factor, f -> times(series.noise(aggregate), f)))
                .toList();
    }

    private static CorrelatedNoise times(CorrelatedNoise noise, Ratio factor) {
        return factor.equals(Ratio.ONE) ? noise : noise.times(factor);
    }

    /** The step at which a series ends for good. */
    public long lastStep() {
        return SeriesDesign.lastStep(window());
    }

    /** The step up to which errors are kept small: the horizon, where there is one. */
    public long plannedSteps() {
        return SeriesDesign.planned(window());
    }

    @Override
    public UnitAccount account() {
        return series.account();
    }

    @Override
    public String mechanism() {
        CorrelatedNoise noise = series.noise(0);
        boolean hasPaneNoise =
                noise instanceof KaryTreeNoise tree && tree.tree().levels() == 1;
        return hasPaneNoise ? "discrete Laplace, for each pane" : noise.label();
    }

    /** The gate keeps lengths of blocks: kept in other units they are state of another query. */
    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, lastStep()).put(2, series.cost().words());
        for (CorrelatedNoise noise : noises()) {
            fields.put(3, identity(noise));
        }
        for (int i = 0; i < query.aggregates().size(); i++) {
            if (query.aggregates().get(i) instanceof Block) {
                PricedSeries.Units units = series.units(i);
                fields.put(4, new TaggedFields().put(1, units.lengthBits()).put(2, units.spread()));
            }
        }
        return fields;
    }

    private static TaggedFields identity(CorrelatedNoise noise) {
        TaggedFields fields = new TaggedFields().put(1, noise.words()).put(2, bits(noise.stddev(1)));
        if (noise instanceof BltNoise gaussian) {
            return putBlt(gaussian, fields);
        }
        if (noise instanceof KaryTreeNoise laplace) {
            return fields.put(7, laplace.tree().base()).put(8, laplace.tree().levels());
        }
        throw new IllegalArgumentException(
                "noise of a query must be Toeplitz or a tree with subtraction, was " + noise.label());
    }

    private static TaggedFields putBlt(BltNoise noise, TaggedFields fields) {
        double sensitivity = noise.blt().sensitivitySquared(noise.lastStep());
        return fields.put(3, bits(noise.blt().eta()))
                .put(4, bits(noise.blt().omega()))
                .put(5, bits(sensitivity))
                .put(6, noise.fullSize());
    }

    private static byte[] bits(double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES);
        for (double value : values) {
            bytes.putDouble(value);
        }
        return bytes.array();
    }

    @Override
    public double[] stddevs(long step) {
        double[] stddevs = new double[query.layout().measured()];
        int next = 0;
        for (int i = 0; i < query.aggregates().size(); i++) {
            Map<CorrelatedNoise, Double> known = new HashMap<>();
            for (CorrelatedNoise noise : noises(i)) {
                stddevs[next++] = known.computeIfAbsent(noise, unknown -> stddev(unknown, step));
            }
        }
        return stddevs;
    }

    @Override
    public List<AdditiveNoise> laws(long step) {
        return query.hasBlocks()
                ? noises().stream().map(noise -> law(noise, step)).toList()
                : List.of();
    }

    private AdditiveNoise law(CorrelatedNoise noise, long step) {
        return StepLaw.of(noise.norm(), stddev(noise, step));
    }

    private double stddev(CorrelatedNoise noise, long step) {
        return stddev(window(), noise, step);
    }

    private static double stddev(SeriesWindow window, CorrelatedNoise noise, long step) {
        return window instanceof SlidingWindow sliding && step > sliding.panes()
                ? slidingStddev(noise, step, sliding.panes())
                : noise.stddev(step);
    }

    /**
     * Of the difference of two totals. Under Gaussian noise it grows to its limit as the series goes on; there it is read off
     * the limit, because the difference of two large variances would lose digits.
     */
    private static double slidingStddev(CorrelatedNoise noise, long step, long panes) {
        if (noise instanceof BltNoise gaussian) {
            double early = gaussian.stddev(step - panes);
            double late = gaussian.stddev(step);
            double shared = 2 * gaussian.covariance(step - panes, step);
            return Math.min(Math.sqrt(early * early + late * late - shared), gaussian.windowStddev(panes));
        }
        return noise.stddev(panes);
    }

    /** At the last step for which the noise is tuned. */
    @Override
    public List<Accuracy> accuracies() {
        List<Accuracy> accuracies = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            CorrelatedNoise noise = series.noise(i);
            if (query.aggregates().get(i) instanceof Scalar scalar) {
                accuracies.add(accuracy(scalar, noise, stddev(noise, plannedSteps())));
            } else {
                AdditiveNoise law = law(noise, plannedSteps());
                query.aggregates().get(i).accuracy(law).forEach(each -> accuracies.add(ofBlock(each, noise, law)));
            }
        }
        return accuracies;
    }

    /** What the law of one step says of a block, under the name of the mechanism, and with the scale of its draws. */
    private Accuracy ofBlock(Accuracy ofStep, CorrelatedNoise noise, AdditiveNoise law) {
        Map<String, Object> more = new LinkedHashMap<>(ofStep.more());
        more.replace("mechanism", mechanism());
        double unit = ofStep.stddev() / law.stddev();
        double scale = noise instanceof KaryTreeNoise tree ? tree.noise().scale() * unit : ofStep.stddev();
        return new Accuracy(ofStep.name(), ofStep.sensitivity(), scale, ofStep.stddev(), ofStep.error95(), more);
    }

    /**
     * How far all releases of one series up to a step are from the truth at once, with probability 0.95, in grid steps: of a block,
     * those of its first number.
     *
     * @param steps the last of them, at least 1
     */
    public SimultaneousBand band(int aggregate, long steps) {
        CorrelatedNoise noise = series.noise(aggregate);
        return window() instanceof SlidingWindow sliding
                ? SimultaneousBand.of(
                        noise,
                        new SimultaneousBand.Sliding(sliding.panes(), step -> stddev(noise, step)),
                        steps,
                        BAND_CONFIDENCE)
                : SimultaneousBand.of(noise, steps, BAND_CONFIDENCE);
    }

    /** What the standard deviation at {@link #plannedSteps} would be, if releases were noised in the ways that come to mind first. */
    public NaiveErrors naiveErrors(int aggregate) {
        return window() instanceof SlidingWindow sliding
                ? series.naiveSlidingErrors(aggregate, sliding.panes())
                : series.naiveErrors(aggregate, plannedSteps());
    }

    private static Accuracy accuracy(Scalar aggregate, CorrelatedNoise noise, double stddev) {
        double grid = aggregate.grid().doubleValue();
        boolean isLaplace = noise instanceof KaryTreeNoise;
        double scale = noise instanceof KaryTreeNoise tree ? tree.noise().scale() : stddev;
        return new Accuracy(
                aggregate.name(),
                aggregate.inValueUnits(aggregate.largestTotal(1)),
                scale * grid,
                stddev * grid,
                (isLaplace ? LAPLACE_95 : NORMAL_95) * stddev * grid);
    }

    /**
     * The most that one unit can spend on one key of one series: as many records as are counted, each of which moves its step
     * as far as a record can. A series is charged once, with its first release: all of its releases are functions of the same
     * noisy numbers, so the unit's loss by all of them together is at most that.
     */
    @Override
    public Amount releaseCost() {
        Bounds.Series bounds = query.bounds().series();
        Participation oneKey = new Bounds.Series(
                        1, bounds.recordsPerKey(), bounds.participations(), bounds.separation())
                .participation();
        Amount cost = Amount.zero(price.share().currency());
        for (int i = 0; i < noises().size(); i++) {
            cost = cost.plus(
                    query.aggregates().get(i) instanceof Scalar scalar
                            ? series.noise(i).cost(oneKey, scalar.largestChange())
                            : series.cost(i, oneKey));
        }
        return cost.compareTo(price.share()) < 0 ? cost : price.share();
    }
}
