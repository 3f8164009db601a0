package dev.weir.jobs.record;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads decimals of any length and exponent in time linear in their length.
 *
 * <p>A decimal is a sign, digits with at most one point before, among or after them, and an exponent. Sign, point and exponent
 * may be missing. Grids, clamps and literals have at most 60 decimals. So digits after the hundredth decimal affect a rounding
 * or comparison only by whether any of them is nonzero. In a number below 2<sup>63</sup> the digits after the 130th significant
 * one all come after the hundredth decimal: a single digit 1 replaces them if one of them is nonzero. A number closer to 0 than
 * 1e-101 becomes another one of its sign that is closer to 0 than 1e-100. Rounding to a grid and comparing stay exact.
 *
 * <p>This is own code, because {@link BigDecimal} takes seconds to read a million digits, and even longer to work with an
 * exponent of a billion: docs/decisions/0016.
 */
final class Decimals {

    /** Replaces every number with an absolute value of 2<sup>63</sup> or more. */
    static final BigDecimal BEYOND = new BigDecimal("1e20");

    private static final BigDecimal LIMIT = new BigDecimal(BigInteger.ONE.shiftLeft(63));
    private static final int MOST_DIGITS = 130;
    private static final int FAST_DIGITS = 18;
    private static final int MOST_WHOLE_DIGITS = 19;
    private static final int FEWEST = -100;
    private static final long HUGE = 1_000_000_000L;

    private Decimals() {}

    static boolean isBeyond(BigDecimal value) {
        return value.abs().compareTo(BEYOND) == 0;
    }

    /**
     * Returns the number, shortened as the class describes; {@link #BEYOND} with the number's sign if its absolute value is
     * 2<sup>63</sup> or more; null if the bytes are not a decimal.
     */
    static @Nullable BigDecimal parse(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int start = negative || (from < to && bytes[from] == '+') ? from + 1 : from;
        int at = start;
        long whole = 0;
        int point = -1;
        while (at < to && (isDigit(bytes[at]) || (bytes[at] == '.' && point < 0))) {
            if (bytes[at] == '.') {
                point = at;
            } else {
                whole = 10 * whole + (bytes[at] - '0');
            }
            at++;
        }
        int digits = at - start - (point < 0 ? 0 : 1);
        if (digits == 0) {
            return null;
        }
        if (at == to && digits <= FAST_DIGITS) {
            return BigDecimal.valueOf(negative ? -whole : whole, point < 0 ? 0 : to - point - 1);
        }
        long exponent = at < to ? exponent(bytes, at, to) : 0;
        if (exponent == Long.MIN_VALUE) {
            return null;
        }
        BigDecimal size = size(bytes, start, at, exponent);
        return negative ? size.negate() : size;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /**
     * Returns the exponent after the digits, limited to {@link #HUGE} in absolute value; {@link Long#MIN_VALUE} if the bytes
     * are not an exponent.
     */
    private static long exponent(byte[] bytes, int from, int to) {
        int at = from + 1;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || (at < to && bytes[at] == '+')) {
            at++;
        }
        if (at == to || (bytes[from] != 'e' && bytes[from] != 'E')) {
            return Long.MIN_VALUE;
        }
        long exponent = 0;
        for (; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return Long.MIN_VALUE;
            }
            exponent = Math.min(HUGE, 10 * exponent + (bytes[at] - '0'));
        }
        return negative ? -exponent : exponent;
    }

    /**
     * Returns the number that digits with at most one point spell, times ten to the power of {@code exponent}, shortened as the
     * class describes; {@link #BEYOND} if it is 2<sup>63</sup> or more.
     */
    private static BigDecimal size(byte[] bytes, int from, int to, long exponent) {
        byte[] kept = new byte[MOST_DIGITS + 1];
        int count = 0;
        long power = exponent;
        boolean behindPoint = false;
        boolean more = false;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b == '.') {
                behindPoint = true;
                continue;
            }
            boolean leadingZero = count == 0 && b == '0';
            power += behindPoint ? (leadingZero ? -1 : 0) : (leadingZero ? 0 : 1);
            if (!leadingZero && count < MOST_DIGITS) {
                kept[count++] = b;
            } else {
                more |= b != '0';
            }
        }
        if (count == 0) {
            return BigDecimal.ZERO;
        }
        if (more) {
            kept[count++] = '1';
        }
        return scaled(new String(kept, 0, count, StandardCharsets.US_ASCII), power);
    }

    /**
     * Returns the number 0.DIGITS times ten to the power of {@code power}, or of {@link #FEWEST} if {@code power} is less;
     * {@link #BEYOND} if the number is 2<sup>63</sup> or more.
     */
    private static BigDecimal scaled(String digits, long power) {
        if (power > MOST_WHOLE_DIGITS) {
            return BEYOND;
        }
        int scale = (int) (digits.length() - Math.max(power, FEWEST));
        BigDecimal value = new BigDecimal(new BigInteger(digits), scale);
        return value.compareTo(LIMIT) >= 0 ? BEYOND : value;
    }
}
