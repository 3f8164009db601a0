package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A query whose releases are functions of a series of noisy totals for each key: running totals and sliding windows.
 *
 * <p>Each measured number of a block has a series of its own. All of these series have the same correlation from step
 * to step. At every step, the noise of different numbers is independent and differs only by the factors of the block,
 * as in a cell with independent noise.
 *
 * @param query the query, all of whose aggregates can be released in series
 * @param price the share, the contributions and the sizes from which the series was priced
 * @param series the noise of each aggregate and the price of a contribution
 * @param sums the increments that a release sums
 */
public record PricedTotals(Query query, QueryPrice price, PricedSeries series, SeriesSums sums)
        implements PricedQuery, PricedQuery.StepErrors {

    /**
     * @throws IllegalArgumentException if the key account has another currency than the price, or a block takes too
     *     much memory, or a value has too much noise
     */
    public PricedTotals {
        PriceTerms.requireSameCurrency(query, price);
        SeriesBytes.requireHeld(query, series, sums);
        new SeriesErrors(query, series, sums).requireInRange();
    }

    /** Prices a query whose releases are sums over a series. */
    static PricedTotals of(Query query, SeriesSums sums, QueryPrice price) {
        return new PricedTotals(query, price, SeriesDesign.price(query, sums, price), sums);
    }

    /** The noise of each measured number, in the order of {@link Query#layout}. Numbers of a block with the same noise share one object. */
    @Override
    public List<CorrelatedNoise> measuredNoises() {
        List<CorrelatedNoise> noises = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            noises.addAll(byFactors(series.noise(i), query.aggregates().get(i).noiseFactors()));
        }
        return noises;
    }

    private static List<CorrelatedNoise> byFactors(CorrelatedNoise noise, List<Ratio> factors) {
        Map<Ratio, CorrelatedNoise> known = new HashMap<>(Map.of(Ratio.ONE, noise));
        return factors.stream()
                .map(factor -> known.computeIfAbsent(factor, noise::times))
                .toList();
    }

    private SeriesErrors errors() {
        return new SeriesErrors(query, series, sums);
    }

    /** The step at which a series ends for good. */
    @Override
    public long lastStep() {
        return sums.lastStep();
    }

    @Override
    public Optional<StepErrors> stepErrors() {
        return Optional.of(this);
    }

    /** The last step that the noise is tuned for: the horizon, if there is one. */
    @Override
    public long plannedSteps() {
        return sums.plannedSteps();
    }

    @Override
    public String planned() {
        return sums.planned();
    }

    @Override
    public long bandSteps(Schedule schedule) {
        return errors().bandSteps(schedule);
    }

    @Override
    public UnitAccount account() {
        return series.account();
    }

    /** The terms that determine charges. The correlation of the noise is among them, but the scale of the noise is not. */
    @Override
    public List<Object> chargeTerms() {
        return List.of(
                query.bounds(),
                price.norm(),
                price.contributions(),
                price.terms(),
                account().limit(),
                ByteBuffer.wrap(correlation().bytes()));
    }

    @Override
    public CellRules rules() {
        long separation = query.bounds().series().separation();
        return CellRules.ofSeries(query.aggregates(), query.layout(), series, separation);
    }

    @Override
    public StepDraws draws() {
        return StepDraws.ofSeries(query.aggregates(), query.layout(), measuredNoises());
    }

    @Override
    public long keptTotals() {
        return sums.kept();
    }

    @Override
    public String mechanism() {
        CorrelatedNoise noise = series.noise(0);
        boolean hasPaneNoise =
                noise instanceof KaryTreeNoise tree && tree.tree().levels() == 1;
        return hasPaneNoise ? "discrete Laplace, for each pane" : noise.label();
    }

    /**
     * The encoding of the noise for a fingerprint. It contains the units in which the gate stores the lengths of
     * blocks, because stored lengths are meaningless in other units.
     */
    @Override
    public TaggedFields identity() {
        return identity(true);
    }

    /** The encoding of the correlation of the noise and of the units of lengths, without the scale of the noise. */
    private TaggedFields correlation() {
        return identity(false);
    }

    private TaggedFields identity(boolean withScale) {
        TaggedFields fields =
                new TaggedFields().put(1, lastStep()).put(2, series.cost().words());
        int aggregates = query.aggregates().size();
        for (int i = 0; i < aggregates; i++) {
            fields.put(3, identity(series.noise(i), withScale));
        }
        for (int i = 0; i < aggregates; i++) {
            if (!query.aggregates().get(i).isNumber()) {
                PricedSeries.Units units = series.units(i);
                fields.put(4, new TaggedFields().put(1, units.lengthBits()).put(2, units.spread()));
            }
        }
        return fields;
    }

    private static TaggedFields identity(CorrelatedNoise noise, boolean withScale) {
        TaggedFields fields = new TaggedFields().put(1, noise.words());
        if (withScale) {
            fields.put(2, bits(noise.stddev(1)));
        }
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
        CanonicalWriter bits = new CanonicalWriter();
        for (double value : values) {
            bits.number(Double.doubleToRawLongBits(value));
        }
        return bits.bytes();
    }

    @Override
    public double[] stddevs(long step) {
        return errors().stddevs(measuredNoises(), step);
    }

    @Override
    public List<AdditiveNoise> laws(long step) {
        return errors().laws(step);
    }

    @Override
    public AdditiveNoise errorLaw(int aggregate, long step) {
        return errors().law(aggregate, step);
    }

    @Override
    public long affords() {
        return fullSizeRecord().affordable();
    }

    @Override
    public boolean affordsAllRecords() {
        return affords() < price.contributions() && !query.hasTurningTotals();
    }

    @Override
    public String affordsWords() {
        String all = affordsAllRecords() ? ", and all that the bounds admit" : "";
        String turning = query.hasTurningTotals()
                ? ", but for one that moves what its unit adds from below 0 to above, or back, which costs more"
                : "";
        return "under keys of their own" + all + "; n records under one key cost as much as "
                + PriceTerms.manyRecords(price()) + " at most" + turning;
    }

    @Override
    public KeyCharge keyCharge() {
        return new KeyCharge("series", "whole series");
    }

    @Override
    public BigDecimal recordPrice() {
        FullSizeRecord record = fullSizeRecord();
        return record.affordable() == price.contributions() ? PricedQuery.super.recordPrice() : record.price();
    }

    private FullSizeRecord fullSizeRecord() {
        return FullSizeRecord.of(query, price, series);
    }

    /** The accuracy at the last step for which the noise is tuned. */
    @Override
    public List<Accuracy> accuracies() {
        return errors().accuracies(mechanism());
    }

    @Override
    public SimultaneousBand band(int aggregate, long steps) {
        return errors().band(aggregate, steps);
    }

    @Override
    public NaiveErrors naiveErrors(int aggregate) {
        return errors().naive(aggregate);
    }

    /**
     * The most that one unit can spend on one key of one series: the price of the largest number of records that the
     * bounds admit, each of full size, and at most the share. A series is charged once, with its first release. All its
     * releases are functions of the same noisy numbers, so the unit's loss to all of them together is at most this
     * price. The share is an upper limit because the unit's account bounds the loss by the share, whatever the bounds
     * are.
     */
    @Override
    public Amount releaseCost() {
        Bounds.Series bounds = query.bounds().series();
        Participation oneKey = new Bounds.Series(
                        1, bounds.recordsPerKey(), bounds.participations(), bounds.separation())
                .participation();
        Amount cost = Amount.zero(price.share().currency());
        for (int i = 0; i < query.aggregates().size(); i++) {
            cost = cost.plus(query.aggregates().get(i).seriesCost(series, i, oneKey));
        }
        return cost.compareTo(price.share()) < 0 ? cost : price.share();
    }
}
