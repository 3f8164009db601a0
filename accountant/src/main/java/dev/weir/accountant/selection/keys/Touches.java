package dev.weir.accountant.selection.keys;

import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The &delta; that a unit may spend on undeclared keys in a period, and the number of touches that it pays for. A touch is a unit's first
 * kept record for a key in a window, or for a key in a series of running totals.
 *
 * <p>Each touch may announce a key that needs the unit for its existence, so each is given &delta; / L, rounded down; by a union bound all L
 * touches together cost at most &delta;. Touches are counted, because the unit's account may admit more of them than full-size
 * contributions: a first record of a small value costs only a part of one.
 *
 * @param delta the &delta; of one unit, one period and one query for its undeclared keys, above 0
 * @param most L, the largest number of touches of a unit in a period, at least 1
 */
public record Touches(Delta delta, long most) implements Serializable {

    /** The smallest &delta; of one examination. */
    private static final BigDecimal SMALLEST = new BigDecimal("1e-22");

    private static final MathContext DOWN = new MathContext(34, RoundingMode.FLOOR);

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code most} is out of range, or a touch gets a &delta; below 1e-22 */
    public Touches {
        Require.atLeast("touches", most, 1);
        requirePayable(new Delta(delta.yocto().divide(BigInteger.valueOf(most))).value());
    }

    /**
     * The largest number of touches of tumbling windows: the bound on a unit's cells in a period, but at most its number of full-size
     * contributions.
     *
     * @param cells the largest number of cells of a unit in a period, at least 1
     * @param contributions the number of full-size contributions that the query's share pays for, at least 1
     */
    public static long ofWindows(long cells, long contributions) {
        return Math.min(Require.atLeast("cells", cells, 1), Require.atLeast("contributions", contributions, 1));
    }

    /** The &delta; of one touch, rounded down to whole steps. */
    public Delta each() {
        return new Delta(delta.yocto().divide(BigInteger.valueOf(most)));
    }

    /**
     * The number of touches of this kind that a number of touches of an earlier version of the query counts as. What was spent is carried
     * over as &delta;, rounded up.
     *
     * @param touches the number of touches that were counted, at least 0
     * @param earlier the touches of the earlier version
     */
    public long carried(long touches, Touches earlier) {
        Require.atLeast("touches", touches, 0);
        BigInteger spent = earlier.each().yocto().multiply(BigInteger.valueOf(touches));
        BigInteger[] parts = spent.divideAndRemainder(each().yocto());
        BigInteger whole = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
        return whole.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /**
     * The part of a &delta; that one of several equal parts has, as a double that is rounded down.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if the part is below 1e-22
     */
    static double part(Delta delta, BigInteger parts) {
        return Rounding.down(requirePayable(delta.value().divide(new BigDecimal(parts), DOWN)));
    }

    private static BigDecimal requirePayable(BigDecimal delta) {
        Require.that(delta.compareTo(SMALLEST) >= 0, "delta of an examination", "at least 1e-22", delta);
        return delta;
    }
}
