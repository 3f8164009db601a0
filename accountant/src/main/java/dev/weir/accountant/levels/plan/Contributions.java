package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.stream.IntStream;

/**
 * How many full-size records of one unit the share of a query pays for, and how many of them may share a window. The second number plans the
 * noise only: a unit that puts more records into one window is charged what they cost, and stops earlier.
 *
 * @param records n, the number of records in different base cells of their windows, from 1 to 2<sup>31</sup> - 1
 * @param perWindow K, the most records of one window, at least 1; numbers above n count as n
 */
public record Contributions(long records, long perWindow) implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a number is out of range */
    public Contributions {
        Require.between("contributions", records, 1, Integer.MAX_VALUE);
        Require.atLeast("per-window", perWindow, 1);
        perWindow = Math.min(perWindow, records);
    }

    /**
     * The planning number C of each level: the most that n records, at most K of them in one window, move the nodes of the level, in units of the
     * size of one record.
     *
     * <p>Under Laplace noise sizes add up, so C = n. Under Gaussian noise a window in which x<sub>i</sub> records lie below node i moves the level
     * by the sum of x<sub>i</sub>&sup2;, and C is the largest sum over windows. The records of a window may be divided among several windows by
     * the nodes above them: that changes neither their number nor the sum, and no window gets more than K. So some worst case has in each window
     * records below one node only, at most b = min(K, base cells below the largest node) of them. A sum of squares of numbers that are at most b
     * and add up to n is largest if all but one of them are b or 0, because moving 1 from a number to one that is not smaller does not make the sum
     * smaller. Hence
     *
     * <p>C = (n div b) b&sup2; + (n mod b)&sup2;.
     *
     * <p>This is the maximum over 1 &le; k &le; min(K, n) of c(k) + C(n - k), with c = {@link LevelShape#squares}, without the recursion.
     *
     * @param shape the shape of the levels
     * @param norm the norm of the noise
     * @return one number for each level, at least n
     */
    public BigInteger[] worst(LevelShape shape, Norm norm) {
        return IntStream.range(0, shape.levels())
                .mapToObj(level -> BigInteger.valueOf(norm == Norm.L1 ? records : squares(shape.largest(level))))
                .toArray(BigInteger[]::new);
    }

    /** C of a level for Gaussian noise; at most n&sup2;, which is below 2<sup>62</sup>. */
    private long squares(long largest) {
        long most = Math.min(perWindow, largest);
        long rest = records % most;
        return records / most * most * most + rest * rest;
    }
}
