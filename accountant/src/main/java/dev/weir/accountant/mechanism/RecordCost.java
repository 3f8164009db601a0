package dev.weir.accountant.mechanism;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import java.math.BigInteger;
import java.util.List;

/**
 * The charge of one record to its unit, summed over the aggregates of a query, in parts of the query's share as the
 * {@link UnitAccount} counts them. One thread uses an instance for many records. It allocates no objects.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. If the unit has moved a
 * cell by s, the replacement moves the cell by -s. Sensitivity: the {@link Norm} of s. Mechanism: with share E of the unit's
 * budget, n contributions, and for aggregate a the full size c<sub>a</sub> in that norm and weight w<sub>a</sub>
 * (adding up to W), Laplace noise has scale b<sub>a</sub> = c<sub>a</sub> n W / (E w<sub>a</sub>) and costs
 * |s|<sub>1</sub> / b<sub>a</sub>; Gaussian noise has 2 sigma<sub>a</sub>&sup2; = c<sub>a</sub> n W / (E w<sub>a</sub>)
 * and costs |s|<sub>2</sub>&sup2; / (2 sigma<sub>a</sub>&sup2;). Charge: a record that increases a size by g is charged
 * g w<sub>a</sub> L / c<sub>a</sub> of n W L parts of E, with L the least common multiple of all c<sub>a</sub>: whole
 * numbers. The growths of a cell must add up to at least the size of s. Then the account, which keeps the sum of the
 * charges at or below E, also keeps the unit's realised loss at or below E. Source: see {@link UnitAccount}.
 *
 * <p>For each shape of an aggregate a method computes the growth from the unit's state in the cell, and adds the cost
 * of the growth to the same sum: {@link #addScalar} for single integers, {@code BlockGrowth} for vectors.
 */
public final class RecordCost {

    /**
     * The largest sum in one word. No account of one word affords this sum, and one more product can be added to it
     * without overflow.
     */
    private static final long BEYOND_NARROW = 1L << 62;

    private final boolean squared;
    private final boolean narrow;
    private final long[] pricesHigh;
    private final long[] pricesLow;
    private final UInt128 sum = new UInt128();
    private long narrowSum;

    /**
     * Creates the cost of a record of one query.
     *
     * @param norm the norm of the query's noise
     * @param account the account that is charged
     * @param prices the price of a growth by 1, for each aggregate, in parts of the account, from 0 to the account's
     *     limit; with levels for each aggregate and level, and then for each aggregate the price of a growth at a level of weight 1. The price times the size of a full-size record is at most the
     *     limit
     */
    public RecordCost(Norm norm, UnitAccount account, List<BigInteger> prices) {
        this.squared = norm == Norm.SQUARED_L2;
        this.narrow = account.isNarrow();
        this.pricesHigh = prices.stream().mapToLong(UInt128::high).toArray();
        this.pricesLow = prices.stream().mapToLong(UInt128::low).toArray();
    }

    /** Sets the cost to 0, for the next record. */
    public void clear() {
        narrowSum = 0;
        if (!narrow) {
            sum.clear();
        }
    }

    /**
     * Adds the price of moving the single integer of an aggregate: the price of the growth of its absolute value or of
     * its square, and 0 if it does not grow. The growths of a cell add up to at least the cell's last size.
     *
     * @param aggregate the index of the aggregate, from 0
     * @param before the unit's total in the cell before the record, in grid steps, which the unit's account afforded
     * @param after the unit's total in the cell with the record, in grid steps; its absolute value exceeds that of
     *     {@code before} by at most the full size of a record
     */
    public void addScalar(int aggregate, long before, long after) {
        long from = Math.abs(before);
        long to = Math.abs(after);
        if (to <= from) {
            return;
        }
        if (narrow) {
            addNarrow(aggregate, squared ? (to - from) * (to + from) : to - from);
        } else if (squared) {
            add(aggregate, UInt128.productHigh(to - from, to + from), (to - from) * (to + from));
        } else {
            add(aggregate, 0, to - from);
        }
    }

    /**
     * Adds the price of moving a total by any amount, as {@link #addScalar} does for moves of at most the full size of a record. Within a
     * per-unit clamp that contains 0 a record may move its base cell from one end to the other, and the nodes above it as far: by up to
     * twice the full size.
     *
     * @param aggregate the index of the price, from 0
     * @param before the unit's total before the record, in grid steps, which the unit's account afforded
     * @param after the unit's total with the record, in grid steps
     */
    public void addMove(int aggregate, long before, long after) {
        long from = Math.abs(before);
        long to = Math.abs(after);
        if (to > from) {
            long high =
                    squared && (from | to) >>> (Integer.SIZE - 1) != 0 ? UInt128.productHigh(to - from, to + from) : 0;
            addGrowth(aggregate, high, squared ? (to - from) * (to + from) : to - from);
        }
    }

    /**
     * Adds a cost in one word. No product overflows, because the account's limit is below 2<sup>60</sup>. Linear: the
     * growth is at most c, so it costs at most the limit. Squared: an affordable total is at most sqrt(c) m in size,
     * where c is the squared full size and m&sup2; = limit / (c price); so one more record costs at most c (1 + 2 m)
     * price, at most three times the limit, below 2<sup>62</sup>.
     */
    private void addNarrow(int aggregate, long growth) {
        long cost = narrowSum + growth * pricesLow[aggregate];
        narrowSum = cost > BEYOND_NARROW ? BEYOND_NARROW : cost;
    }

    /**
     * Adds the price of a growth that is the product of two numbers.
     *
     * @param aggregate the index of the price, from 0
     * @param factor the first factor, at least 0
     * @param other the second factor, at least 0
     */
    public void addProduct(int aggregate, long factor, long other) {
        addGrowth(aggregate, UInt128.productHigh(factor, other), factor * other);
    }

    /** Whether sizes are squared, as for Gaussian noise. */
    boolean isSquared() {
        return squared;
    }

    /** Whether the account fits into one word. */
    boolean isNarrow() {
        return narrow;
    }

    /** Adds the price of a growth of any size. */
    void addGrowth(int aggregate, long growthHigh, long growthLow) {
        if (!narrow) {
            add(aggregate, growthHigh, growthLow);
        } else if ((growthHigh | Math.multiplyHigh(growthLow, pricesLow[aggregate])) != 0 || growthLow < 0) {
            saturate();
        } else {
            long product = growthLow * pricesLow[aggregate];
            narrowSum = product < 0 || product > BEYOND_NARROW - narrowSum ? BEYOND_NARROW : narrowSum + product;
        }
    }

    /** Sets the cost to more than any account affords. */
    void saturate() {
        narrowSum = BEYOND_NARROW;
        sum.saturate();
    }

    /** Adds the price of a growth given as two words. */
    private void add(int aggregate, long growthHigh, long growthLow) {
        sum.addProduct(growthHigh, growthLow, pricesHigh[aggregate], pricesLow[aggregate]);
    }

    /** The bits of the cost from 2<sup>64</sup> up. */
    public long high() {
        return narrow ? 0 : sum.high();
    }

    /** The lowest 64 bits of the cost. */
    public long low() {
        return narrow ? narrowSum : sum.low();
    }
}
