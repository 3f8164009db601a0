package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A query whose cells have independent noise: a query with tumbling windows.
 *
 * @param query the query
 * @param price the price of a unit's contributions, from which the noise follows
 */
record PricedCells(Query query, QueryPrice price) implements PricedQuery {

    /**
     * @throws IllegalArgumentException if the key account has another currency than the price, or the noise would be
     * out of range
     */
    public PricedCells {
        PriceTerms.requireSameCurrency(query, price);
        price.requireInRange();
        for (int i = 0; i < query.aggregates().size(); i++) {
            query.aggregates().get(i).requireInRange(price.mechanism(i));
        }
    }

    @Override
    public UnitAccount account() {
        return price.account();
    }

    /** The terms that determine charges: norm, contributions and sizes, as in {@link QueryPrice#recordCost}. */
    @Override
    public List<Object> chargeTerms() {
        return List.of(price.norm(), price.contributions(), price.terms());
    }

    @Override
    public CellRules rules() {
        return CellRules.ofCells(query.aggregates(), query.layout(), price);
    }

    @Override
    public StepDraws draws() {
        return StepDraws.ofCells(query.aggregates(), query.layout(), price);
    }

    @Override
    public String mechanism() {
        return query.aggregates().get(0).mechanism(price.mechanism(0));
    }

    @Override
    public String affordsWords() {
        return "in cells of their own; n records in one cell cost as much as " + PriceTerms.manyRecords(price);
    }

    @Override
    public KeyCharge keyCharge() {
        return new KeyCharge("window", "releases");
    }

    @Override
    public @Nullable TaggedFields identity() {
        return null;
    }

    @Override
    public List<AdditiveNoise> laws(long step) {
        return IntStream.range(0, query.aggregates().size())
                .mapToObj(price::mechanism)
                .toList();
    }

    @Override
    public double[] stddevs(long step) {
        return IntStream.range(0, query.aggregates().size())
                .boxed()
                .flatMapToDouble(i -> query.aggregates().get(i).noiseFactors().stream()
                        .mapToDouble(factor -> price.mechanism(i).times(factor).stddev()))
                .toArray();
    }

    @Override
    public AdditiveNoise errorLaw(int aggregate, long step) {
        return price.mechanism(aggregate);
    }

    @Override
    public List<Accuracy> accuracies() {
        return IntStream.range(0, query.aggregates().size())
                .boxed()
                .flatMap(i -> query.aggregates().get(i).accuracy(price.mechanism(i)).stream())
                .toList();
    }

    /** The most that one unit can have spent on one cell, which is the charge to the key's account for a release. */
    @Override
    public Amount releaseCost() {
        int records = query.bounds().recordsPerCell();
        long bound = records == Bounds.UNBOUNDED ? Long.MAX_VALUE : records;
        List<BigInteger> largest = query.aggregates().stream()
                .map(aggregate -> aggregate.largestSize(bound, price.norm()))
                .toList();
        return price.costOf(largest);
    }
}
