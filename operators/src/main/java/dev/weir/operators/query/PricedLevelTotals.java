package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A query of running totals or sliding windows with levels: each node of each measured level has a series of its own, and all rows of a step are estimated
 * together from the noisy totals of that step.
 *
 * @param flat the same query without levels: one series for each key, whose correlation from step to step all nodes have
 * @param level the noise of all levels and the account of a unit
 */
record PricedLevelTotals(PricedTotals flat, LevelSeries level) implements PricedQuery {

    /** @throws IllegalArgumentException if a value has too much noise at the last step */
    PricedLevelTotals {
        for (int i = 0; i < flat.query().aggregates().size(); i++) {
            for (int at = 0; at < level.shape().levels(); at++) {
                if (level.isMeasured(at)) {
                    StepLaw.requireInLong(
                            flat.query().aggregates().get(i).names().get(0),
                            level.noise(i, at).stddev(flat.lastStep()),
                            flat.lastStep());
                }
            }
        }
    }

    /** Prices a query: of the correlations that flat series may have, the one is taken with which rows have the smallest errors. */
    static PricedLevelTotals of(Query query, SeriesSums sums, QueryPrice price) {
        List<PricedSeries> weighted = SeriesDesign.prices(query, sums, price, true);
        List<PricedSeries> unweighted = SeriesDesign.prices(query, sums, price, false);
        return IntStream.range(0, weighted.size())
                .mapToObj(i -> of(new PricedTotals(query, price, weighted.get(i), sums), unweighted.get(i)))
                .min(Comparator.comparingDouble(PricedLevelTotals::rms))
                .orElseThrow();
    }

    private static PricedLevelTotals of(PricedTotals flat, PricedSeries unweighted) {
        return new PricedLevelTotals(
                flat,
                NoiseOfLevelSeries.level(
                        flat.query(), flat.price(), new LevelSeries.Flat(flat.series(), unweighted), flat.lastStep()));
    }

    private LevelNoise noise() {
        return new NoiseOfLevelSeries(query(), flat.sums(), flat.keptTotals(), level);
    }

    private double rms() {
        LevelNoise noise = noise();
        return LevelErrors.rms(noise.shape(), query().spend().favour(), noise.drawn(0, plannedSteps()));
    }

    @Override
    public Query query() {
        return flat.query();
    }

    @Override
    public QueryPrice price() {
        return flat.price();
    }

    @Override
    public Optional<LevelNoise> levelNoise() {
        return Optional.of(noise());
    }

    @Override
    public boolean isDrawn(int key) {
        return level.isMeasured(level.shape().levelOf(key));
    }

    @Override
    public int releasedNumbers() {
        return SolvedNumbers.WORDS * query().layout().measured();
    }

    @Override
    public UnitAccount account() {
        return level.account();
    }

    @Override
    public List<Object> chargeTerms() {
        return List.of(flat.chargeTerms(), level.weights(), level.quota());
    }

    @Override
    public CellRules rules() {
        return CellRules.ofLevelSeries(
                query().aggregates(),
                query().layout(),
                level,
                query().bounds().series().separation());
    }

    @Override
    public StepDraws draws() {
        return StepDraws.ofLevelSeries(query().aggregates(), query().layout(), level);
    }

    @Override
    public long keptTotals() {
        return flat.keptTotals();
    }

    @Override
    public long plannedSteps() {
        return flat.plannedSteps();
    }

    @Override
    public long lastStep() {
        return flat.lastStep();
    }

    @Override
    public String mechanism() {
        long measured = IntStream.range(0, level.shape().levels())
                .filter(level::isMeasured)
                .count();
        return flat.mechanism() + ", at every node of " + measured + " levels";
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, "levels").put(2, flat.identity());
        level.weights().forEach(weight -> fields.put(3, weight));
        return fields.put(4, level.quota().toByteArray());
    }

    @Override
    public double[] stddevs(long step) {
        return LevelAccuracies.largest(query(), noise(), step);
    }

    @Override
    public List<AdditiveNoise> laws(long step) {
        return List.of();
    }

    @Override
    public boolean hasErrorLaw() {
        return false;
    }

    @Override
    public AdditiveNoise errorLaw(int aggregate, long step) {
        double stddev = flat.sums().stddev(level.noise(aggregate, LevelAccuracies.finest(noise())), step);
        return StepLaw.of(price().norm(), stddev);
    }

    @Override
    public List<Accuracy> accuracies() {
        return LevelAccuracies.of(query(), noise(), new OfSeries(this), plannedSteps());
    }

    private record OfSeries(PricedLevelTotals priced) implements LevelAccuracies.Draws {

        @Override
        public Map<String, Object> more() {
            return Map.of("errors", "of " + priced.flat.planned());
        }

        @Override
        public Norm norm() {
            return priced.price().norm();
        }

        @Override
        public AdditiveNoise law(int aggregate, int level) {
            return priced.errorLaw(aggregate, priced.plannedSteps());
        }

        @Override
        public double share(int aggregate, int level) {
            return priced.level.share(level).toDouble();
        }
    }

    @Override
    public long affords() {
        return level.affords();
    }

    @Override
    public boolean affordsAllRecords() {
        return level.affordsAllRecords() && !query().hasTurningTotals();
    }

    @Override
    public String affordsWords() {
        return "under any keys and at any steps" + (affordsAllRecords() ? ", and all that the bounds admit" : "")
                + "; the fewer of them are under one row of a level, the more fit";
    }

    @Override
    public BigDecimal recordPrice() {
        return level.recordPrice();
    }

    @Override
    public KeyCharge keyCharge() {
        return new KeyCharge("series", "whole series");
    }

    /** The most that one unit can put into one series, which is the charge to the account that all keys share; the share if a record may turn a total. */
    @Override
    public Amount releaseCost() {
        return query().hasTurningTotals() ? price().share() : level.seriesPrice();
    }
}
