package dev.weir.operators.gate.rule;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Scalar;

/**
 * The moves of a single integer to which every record adds at least 0 and whose total is not clamped per unit, under Laplace noise. Nothing is kept of a unit, because a record moves each node by its own value,
 * whatever the unit has added before.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: with totals s of at least 0 and a value v of at least 0, |s + v| - |s| = v at
 * every measured node. Charge: v times the sum of the prices of all measured levels, which is what {@link ScalarLevels} charges node by node. Source: see
 * {@link dev.weir.accountant.levels.account.LevelPrice}.
 */
final class GrowingLevels extends LevelMoves {

    private final RecordCost cost;
    private final int price;
    private final long allWeights;
    private long moved;

    /**
     * @param scalar the aggregate, whose charges do not depend on earlier records
     */
    GrowingLevels(Place place, Scalar scalar, Charged charged) {
        super(place);
        if (scalar.remembers(charged.norm())) {
            throw new IllegalArgumentException("charges must not depend on earlier records");
        }
        this.cost = charged.cost();
        this.price = charged.indexOfSum(place.aggregate());
        this.allWeights = charged.allWeights(place.aggregate());
    }

    @Override
    void assess(long[] kept, boolean contributed, long[] words, int from) {
        moved = words[from];
        cost.addProduct(price, Math.absExact(moved), allWeights); // a value below 0 is charged as what it moves
    }

    @Override
    void keep(long[] kept) {}

    @Override
    void addToBase(long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], moved);
    }

    @Override
    void addToNode(int i, long[] totals, int at) {
        addToBase(totals, at);
    }
}
