package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.gate.rule.LevelMoves.Charged;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Charges the first records of a unit in a window, in a query with levels, an upper bound of their price: what they would cost if all were in one base cell. What exceeds the price of
 * all of them together is computed, and taken from the account, as soon as the bound does not fit into the account, at the latest when the window ends. With Gaussian noise, and aggregates that are single integers
 * which add up over keys, never fall, and have equal weights of levels.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: let g<sub>l</sub> be the weight of level l and W the sum of all weights. A unit's records move
 * nodes by v<sub>1</sub>, ..., v<sub>n</sub>, each at least 0, in the base cells b<sub>1</sub>, ..., b<sub>n</sub>, and w(b, c) is the sum of g<sub>l</sub> over the levels at which b and c are below one node.
 * The squares of the unit's totals at all nodes, times the weights of their levels, add up to P = sum over i and j of v<sub>i</sub> v<sub>j</sub> w(b<sub>i</sub>, b<sub>j</sub>): this is what {@link BaseCellGrowth}
 * and {@link NodeGrowth} charge for these records, in any order. As w(b, c) is at most W, P is at most B = W (v<sub>1</sub> + ... + v<sub>n</sub>)&sup2;. Charge: B, record by record, v<sub>n</sub> W (2 (v<sub>1</sub> + ... +
 * v<sub>n-1</sub>) + v<sub>n</sub>) for the n-th; later B - P = 2 sum over j &lt; i of v<sub>i</sub> v<sub>j</sub> (W - w(b<sub>i</sub>, b<sub>j</sub>)) is taken from it. So the account holds at least the price of the unit's records at any
 * time, and exactly this price once it is settled. An account with room for the bound has room for the price. A record that the bound does not admit is decided on by prices. So
 * decisions are those of exact prices. Prices, bounds and excesses are whole numbers of parts. If a state is read by a plan under which the query does not go on, the unit stays charged with the bound. Source: derived here from the charge of {@link
 * dev.weir.accountant.levels.account.LevelPrice}.
 *
 * <p>Only one thread may use an instance.
 */
public final class UnsettledPrice implements AssessedMove {

    /** The largest price of all records, before it is multiplied by that of a growth by 1: so small that nothing overflows. */
    private static final int MOST_BITS = 61;

    private final RecordCost cost;
    private final long allWeights;
    private final RecordPacking packing;
    private final int[] prices;

    private final BoundExcess excess;
    private final long[] moved;
    private int packed;

    private UnsettledPrice(List<Aggregate> aggregates, Charged charged) {
        this.cost = charged.cost();
        this.allWeights = charged.allWeights(0);
        this.packing = new RecordPacking(aggregates, UnsettledRecords.MOST);
        this.excess = new BoundExcess(packing, charged);
        this.prices =
                IntStream.range(0, aggregates.size()).map(charged::indexOfSum).toArray();
        this.moved = new long[aggregates.size()];
    }

    /** Returns how records of a query are charged in this way; null if they cannot be. */
    static @Nullable UnsettledPrice of(List<Aggregate> aggregates, Charged charged) {
        boolean fits = BaseCellGrowth.fits(aggregates, charged)
                && RecordPacking.fits(aggregates, UnsettledRecords.MOST)
                && BoundExcess.fits(charged)
                && aggregates.stream().allMatch(aggregate -> isSmall((Scalar) aggregate, charged.allWeights(0)));
        return fits ? new UnsettledPrice(aggregates, charged) : null;
    }

    private static boolean isSmall(Scalar scalar, long allWeights) {
        BigInteger total =
                BigInteger.valueOf(scalar.largestTotal(1)).multiply(BigInteger.valueOf(UnsettledRecords.MOST));
        return total.pow(2).multiply(BigInteger.valueOf(allWeights)).bitLength() <= MOST_BITS;
    }

    /** Computes the bound of a record's price behind the earlier ones of its unit, as {@link CellRules#assessUnsettled} says. */
    boolean assess(@Nullable UnsettledRecords records, int unit, long[] words, int from) {
        packed = packing.pack(words, from);
        if (packed < 0) {
            return false;
        }
        long earlier = records == null ? 0 : sum(records, unit);
        cost.clear();
        for (int i = 0; i < moved.length; i++) {
            moved[i] = words[from + i];
            cost.addProduct(prices[i], moved[i], (2 * packing.value(earlier, i) + moved[i]) * allWeights);
        }
        return true;
    }

    /** The sum of the packed integers of a unit's records, which is the packed sum of its integers. */
    private static long sum(UnsettledRecords records, int unit) {
        long[] words = records.words();
        int first = records.first(unit);
        int end = first + records.count(unit);
        long sum = 0;
        for (int at = first; at < end; at++) {
            sum += UnsettledRecords.packed(words[at]);
        }
        return sum;
    }

    /** The integers of the record that was assessed last. */
    public int packed() {
        return packed;
    }

    /**
     * Computes what a unit has been charged above the price of its records.
     *
     * @param records the records of a window
     * @param unit the unit's number in its table
     */
    public void assessExcess(UnsettledRecords records, int unit) {
        excess.findNodes(records, unit);
        cost.clear();
        for (int i = 0; i < moved.length; i++) {
            cost.addProduct(prices[i], 1, excess.of(records, unit, i));
        }
    }

    /** The excess that was assessed last, in parts of the account. */
    public BigInteger excess() {
        return UInt128.toBigInteger(cost.high(), cost.low());
    }

    /**
     * Takes the excess that was assessed last from an account.
     *
     * @param account the account of units for the query
     * @param spent the array with the states of several units' accounts
     * @param at the index of the first word of the unit's account
     */
    public void lower(UnitAccount account, long[] spent, int at) {
        account.lower(spent, at, cost.high(), cost.low());
    }

    /**
     * Adds the integers of a record to what is kept of its base cell.
     *
     * @param record the word of the record
     * @param kept what is kept, one word for each aggregate
     */
    public void addTo(long record, long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] += packing.value(UnsettledRecords.packed(record), i);
        }
    }

    @Override
    public void addToBase(long[] totals, int at) {
        AssessedMove.addAll(moved, totals, at);
    }

    @Override
    public void addToNode(int i, long[] totals, int at) {
        addToBase(totals, at);
    }
}
