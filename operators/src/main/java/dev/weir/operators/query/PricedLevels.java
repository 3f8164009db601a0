package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.Contributions;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A query with levels: each node of each measured level has noise of its own, and all rows of a window are estimated together from the noisy totals.
 *
 * @param query the query, whose keys have levels
 * @param price the share, the contributions and the sizes of records
 * @param level the noise of all levels and the price of a contribution
 */
record PricedLevels(Query query, QueryPrice price, LevelPrice level) implements PricedQuery, LevelNoise {

    /** @throws IllegalArgumentException if the key account has another currency than the price, or values are measured at other levels */
    PricedLevels {
        PriceTerms.requireSameCurrency(query, price);
        List<LevelPlan> plans = level.plans();
        IntStream.range(0, plans.get(0).shape().levels()).forEach(at -> {
            if (plans.stream().map(plan -> plan.isMeasured(at)).distinct().count() > 1) {
                throw new IllegalArgumentException(
                        "release must hold values that have noise at the same levels, as distinct units have at all: divide them among queries");
            }
        });
    }

    /** Prices a query. */
    static PricedLevels of(Query query, QueryPrice price) {
        LevelShape shape = query.keys().levels().orElseThrow();
        BigInteger all = price.terms().stream()
                .map(term -> BigInteger.valueOf(term.weight()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        Ratio share = Ratio.of(price.share().value());
        List<Long> weights = new ArrayList<>();
        List<LevelPlan> plans = new ArrayList<>();
        for (int i = 0; i < price.terms().size(); i++) {
            QueryPrice.Term term = price.terms().get(i);
            weights.add(term.weight());
            Ratio part = share.times(new Ratio(BigInteger.valueOf(term.weight()), all));
            LevelPlan.Terms terms = new LevelPlan.Terms(price.norm(), part, term.fullSize(), contributions(query));
            plans.add(
                    query.aggregates().get(i).addsUpOverKeys()
                            ? LevelPlan.solved(shape, terms, query.spend().favour())
                            : LevelPlan.separate(shape, terms, query.spend().favour()));
        }
        return new PricedLevels(query, price, new LevelPrice(price.share(), weights, plans));
    }

    /** n and K: by default as many records share a window as the bounds let a unit have keys in it. */
    private static Contributions contributions(Query query) {
        long contributions = query.spend().contributions();
        int keys = query.bounds().keysPerWindow();
        long stated = query.spend().perWindow();
        long usual = keys == Bounds.UNBOUNDED ? contributions : keys;
        return new Contributions(contributions, stated > 0 ? stated : usual);
    }

    @Override
    public LevelShape shape() {
        return level.plans().get(0).shape();
    }

    @Override
    public boolean isMeasured(int index) {
        return level.plans().get(0).isMeasured(index);
    }

    @Override
    public double[] drawn(int aggregate, long step) {
        return LevelErrors.drawn(level.plans().get(aggregate));
    }

    @Override
    public double[] published(int aggregate, long step) {
        return LevelErrors.published(
                level.plans().get(aggregate), query.aggregates().get(aggregate).nodeNumbers());
    }

    @Override
    public Optional<LevelNoise> levelNoise() {
        return Optional.of(this);
    }

    @Override
    public Optional<LevelPrice> levelPrice() {
        return Optional.of(level);
    }

    @Override
    public boolean isDrawn(int key) {
        return isMeasured(shape().levelOf(key));
    }

    @Override
    public int releasedNumbers() {
        return SolvedNumbers.WORDS * query.layout().measured();
    }

    @Override
    public UnitAccount account() {
        return level.account();
    }

    /** The terms that determine charges: norm, contributions, sizes, and the weights of levels. */
    @Override
    public List<Object> chargeTerms() {
        return List.of(
                price.norm(),
                price.contributions(),
                price.terms(),
                level.plans().stream().map(LevelPlan::contributions).toList(),
                level.plans().stream().map(LevelPlan::weights).toList());
    }

    @Override
    public CellRules rules() {
        return CellRules.ofLevels(query.aggregates(), query.layout(), price, level);
    }

    @Override
    public StepDraws draws() {
        return StepDraws.ofLevels(query.aggregates(), query.layout(), level);
    }

    @Override
    public String mechanism() {
        return noise(0).label() + ", at every node of " + measured().length + " levels";
    }

    private int[] measured() {
        return IntStream.range(0, shape().levels())
                .filter(at -> level.plans().get(0).isMeasured(at))
                .toArray();
    }

    /** The noise of the measured level with the most nodes. */
    private AdditiveNoise noise(int aggregate) {
        return level.plans().get(aggregate).noise(LevelAccuracies.finest(this));
    }

    @Override
    public String affordsWords() {
        if (query.aggregates().stream().noneMatch(Aggregate::addsUpOverKeys)) {
            return "in windows of their own; a unit moves a row once in a window, and several records in one window cost no more than"
                    + " as many windows";
        }
        long most = level.plans().stream()
                .mapToLong(plan -> plan.contributions().perWindow())
                .max()
                .orElseThrow();
        long cells = Math.min(most, shape().cells());
        return "in base cells of their own, at most " + most + " of them in one window" + together(cells)
                + "; n records in one window cost as much as " + PriceTerms.manyRecords(price) + " at most";
    }

    /** What full-size records in one window cost, as a part of the share: the mean over values, by their weights. */
    private String together(long records) {
        if (records == 1) {
            return "";
        }
        double cost = level.window(1, records).value().doubleValue()
                / price.share().value().doubleValue();
        return String.format(Locale.ROOT, ", which cost up to %.3g of the share together", cost);
    }

    /** The price of one full-size record: it moves one node of every measured level. */
    @Override
    public BigDecimal recordPrice() {
        return level.window(1, 1).value();
    }

    @Override
    public KeyCharge keyCharge() {
        return new KeyCharge("window", "releases");
    }

    /** The weights of levels, with which noise is drawn, and the plan they were made for. */
    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, "levels");
        for (LevelPlan plan : level.plans()) {
            TaggedFields own = new TaggedFields().put(1, plan.contributions().perWindow());
            plan.weights().forEach(weight -> own.put(2, weight));
            fields.put(2, own);
        }
        return fields;
    }

    @Override
    public List<AdditiveNoise> laws(long step) {
        return List.of();
    }

    /** The largest standard deviations of rows. */
    @Override
    public double[] stddevs(long step) {
        return LevelAccuracies.largest(query, this, step);
    }

    @Override
    public boolean hasErrorLaw() {
        return false;
    }

    @Override
    public AdditiveNoise errorLaw(int aggregate, long step) {
        return noise(aggregate);
    }

    @Override
    public List<Accuracy> accuracies() {
        return LevelAccuracies.of(query, this, new OfPlans(level.plans()), 0);
    }

    private record OfPlans(List<LevelPlan> plans) implements LevelAccuracies.Draws {

        @Override
        public Norm norm() {
            return plans.get(0).norm();
        }

        @Override
        public AdditiveNoise law(int aggregate, int level) {
            return plans.get(aggregate).noise(level);
        }

        @Override
        public double share(int aggregate, int level) {
            return LevelAccuracies.share(plans.get(aggregate), level).toDouble();
        }
    }

    /** The most that one unit can put into one window, which is the charge to the account that all keys share. */
    @Override
    public Amount releaseCost() {
        int records = query.bounds().recordsPerCell();
        return level.window(
                records == Bounds.UNBOUNDED ? Long.MAX_VALUE : records,
                query.bounds().keysPerWindow());
    }
}
