package dev.weir.accountant.mechanism;

import dev.weir.accountant.account.UInt128;
import java.math.BigInteger;

/**
 * Computes by how much a record increases the size of its unit's contribution to a block, and the price of this growth. Every counted
 * record adds a vector v of whole numbers, and s is the sum of the unit's vectors. One thread uses an instance for all records of one block
 * of one query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which moves the block by s. Sensitivity:
 * the size of s in the {@link Norm} of the noise; all coordinates have independent noise of one parameter, so the unit's loss in the cell
 * is its size times the cost of 1 ({@link RecordCost}). The growths that are charged add up to a number that is never below that size:
 *
 * <ul>
 *   <li>Laplace noise: the sum of all |v|<sub>1</sub>. It is at least |s|<sub>1</sub>, by the triangle inequality, and equal to it if no v
 *       has a negative component. No state is kept, because the price of a record does not depend on earlier records.
 *   <li>Gaussian noise: Q = |v|<sub>2</sub>&sup2; after the first record, and Q' = Q + q + 2 ceil(&radic;(Q q)), with q =
 *       |v|<sub>2</sub>&sup2;, after a further record. Claim: Q is at least |s|<sub>2</sub>&sup2;. This holds after one record. If it holds
 *       before a further record, then |s + v|&sup2; &le; (|s| + |v|)&sup2; &le; (&radic;Q + &radic;q)&sup2; = Q + q + 2 &radic;(Q q) &le;
 *       Q', by the triangle inequality again. Roots of whole numbers are rounded up exactly ({@link CeilingRoot}), so the last step holds
 *       without rounding errors.
 * </ul>
 *
 * <p>Q never exceeds m&sup2; c after m records with q &le; c: if Q &le; (m - 1)&sup2; c, then &radic;(Q q) &le; (m - 1) c, a whole number,
 * and Q' &le; (m - 1)&sup2; c + c + 2 (m - 1) c. So m records in one cell cost at most as much as m&sup2; full-size records in separate
 * cells, and exactly as much if all have the full size. The charge is exact for vectors of the same direction, and higher than necessary
 * for others.
 *
 * <p>A refused record changes nothing, so the account holds for any order of records over any number of cells. Charge: the growth, by
 * {@link RecordCost}. Source: derived here; for accounts of individual losses see {@code UnitAccount}.
 */
public final class BlockGrowth {

    /** The number of bits of the largest size: no account affords a size of 2<sup>126</sup>. */
    private static final int LARGEST_BITS = 126;

    private final RecordCost cost;
    private final int aggregate;
    private long high;
    private long low;

    /**
     * Creates the growth of one block.
     *
     * @param cost the cost of the query's records, to which the cost of the growth is added
     * @param aggregate the index of the aggregate in its query, from 0
     */
    public BlockGrowth(RecordCost cost, int aggregate) {
        this.cost = cost;
        this.aggregate = aggregate;
    }

    /**
     * The number of words of state of each unit and cell: none for Laplace noise, otherwise as many as the unit's
     * account has.
     */
    public int words() {
        return cost.isSquared() ? (cost.isNarrow() ? 1 : 2) : 0;
    }

    /**
     * Adds the price of a record's growth to the cost of the record.
     *
     * @param kept the words that {@link #keep} has written, or zeros if the unit has not contributed to the cell
     * @param at the index of the first of these words
     * @param sizeHigh the bits of the size of v from 2<sup>64</sup> up, at least 0
     * @param sizeLow the lowest 64 bits of the size of v, which is at most the full size of a record
     */
    public void add(long[] kept, int at, long sizeHigh, long sizeLow) {
        if (!cost.isSquared()) {
            cost.addGrowth(aggregate, sizeHigh, sizeLow);
        } else if (cost.isNarrow()) {
            addNarrow(kept[at], sizeHigh, sizeLow);
        } else {
            addWide(kept[at], kept[at + 1], sizeHigh, sizeLow);
        }
    }

    /**
     * Adds the price if the account fits into one word. Q and q are below 2<sup>60</sup>, like the account's limit, so
     * the growth is below 2<sup>62</sup>.
     */
    private void addNarrow(long before, long sizeHigh, long sizeLow) {
        long growth = before == 0 || sizeLow == 0 ? sizeLow : sizeLow + 2 * CeilingRoot.ofProduct(before, sizeLow);
        cost.addGrowth(aggregate, sizeHigh, growth);
        low = before + growth;
    }

    private void addWide(long beforeHigh, long beforeLow, long sizeHigh, long sizeLow) {
        if ((beforeHigh | beforeLow) == 0) {
            set(sizeHigh, sizeLow);
            cost.addGrowth(aggregate, sizeHigh, sizeLow);
            return;
        }
        BigInteger before = UInt128.toBigInteger(beforeHigh, beforeLow);
        BigInteger size = UInt128.toBigInteger(sizeHigh, sizeLow);
        BigInteger growth = size.add(CeilingRoot.of(before.multiply(size)).shiftLeft(1));
        BigInteger after = before.add(growth);
        if (after.bitLength() > LARGEST_BITS) {
            cost.saturate();
            return;
        }
        set(UInt128.high(after), UInt128.low(after));
        cost.addGrowth(aggregate, UInt128.high(growth), UInt128.low(growth));
    }

    private void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    /**
     * Writes the new state after the record has been charged.
     *
     * @param kept the array that takes {@link #words} words
     * @param at the index of the first of these words
     */
    public void keep(long[] kept, int at) {
        if (!cost.isSquared()) {
            return;
        }
        if (cost.isNarrow()) {
            kept[at] = low;
        } else {
            kept[at] = high;
            kept[at + 1] = low;
        }
    }
}
