package dev.weir.operators.time.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Reads times that are decimal numbers since the epoch: digits with a sign, a point and an exponent where there is one, as in {@code
 * 1442016000}, {@code 1442016000.25} and {@code 1.442016E9}. What is finer than a millisecond is cut off towards the past. A number of
 * more than 64 characters is no time.
 */
final class EpochTime implements TimeReader {

    private static final int LONGEST = 64;
    /** A number of milliseconds of at least 10 to this power is beyond all times, and one of at most 10 to its negative is nearly 0. */
    private static final int MOST_POWER = 20;

    private static final int FAST_DIGITS = 15;

    private final int power;
    private final long factor;
    private final long divisor;

    /** @param power the power of ten by which a number is multiplied to become milliseconds, from -3 to 3 */
    EpochTime(int power) {
        this.power = power;
        this.factor = power > 0 ? (long) Math.pow(10, power) : 1;
        this.divisor = power < 0 ? (long) Math.pow(10, -power) : 1;
    }

    @Override
    public long read(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int start = negative ? from + 1 : from;
        if (to - start > FAST_DIGITS) {
            return decimal(bytes, from, to);
        }
        long number = 0;
        for (int i = start; i < to; i++) {
            if (!EventTime.isDigit(bytes[i])) {
                return decimal(bytes, from, to);
            }
            number = 10 * number + (bytes[i] - '0');
        }
        return start == to ? NONE : EventTime.limited(Math.floorDiv((negative ? -number : number) * factor, divisor));
    }

    private long decimal(byte[] bytes, int from, int to) {
        if (to - from > LONGEST || !isOfNumber(bytes, from, to)) {
            return NONE;
        }
        try {
            return millis(new BigDecimal(new String(bytes, from, to - from, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    /** Whether all characters may occur in a number: {@link BigDecimal} takes digits of other scripts too. */
    private static boolean isOfNumber(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!EventTime.isDigit(bytes[i]) && "+-.eE".indexOf(bytes[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    private long millis(BigDecimal number) {
        long magnitude = (long) number.precision() - number.scale() + power;
        if (number.signum() == 0) {
            return 0;
        }
        if (magnitude > MOST_POWER) {
            return BEYOND;
        }
        return magnitude < -MOST_POWER
                ? (number.signum() < 0 ? -1 : 0)
                : EventTime.limited(number.scaleByPowerOfTen(power)
                        .setScale(0, RoundingMode.FLOOR)
                        .min(BigDecimal.valueOf(EventTime.LAST + 1))
                        .max(BigDecimal.valueOf(-EventTime.LAST - 1))
                        .longValueExact());
    }
}
