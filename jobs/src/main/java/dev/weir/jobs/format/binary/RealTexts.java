package dev.weir.jobs.format.binary;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes floating-point numbers as Java from 19 on does: the shortest decimal that reads back as the same number, of several the closest, with two
 * digits or more. Such a text can be an id or a key, so that it must not depend on the version of Java: what earlier ones write is at times
 * longer.
 *
 * <p>Numbers of few digits, which are most, are found with one multiplication and one division for each place behind the point: where both
 * operands of the division are exact, its result is what the decimal reads as, and at most one decimal of so few digits reads as a number.
 */
final class RealTexts {

    /** Every decimal of up to 15 digits reads as a number of its own, of up to 6 digits for 32 bits. */
    private static final double MOST = 1e15;

    private static final double MOST_FLOAT = 1e6;

    /** The most places behind the point that are tried, whose powers of ten are exact, also in 32 bits. */
    private static final int PLACES = 10;

    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};

    private static final int LEAST_DIGITS = 2;

    /** The number of digits that tells every number from all others. */
    private static final int MOST_DIGITS = 17;

    private RealTexts() {}

    static String of(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return Double.toString(value);
        }
        double size = Math.abs(value);
        BigDecimal plain = plain(size, MOST, false);
        BigDecimal shortest = plain != null ? plain : shortest(size, decimal -> decimal.doubleValue() == size);
        return layOut(value < 0, shortest);
    }

    static String of(float value) {
        if (!Float.isFinite(value) || value == 0) {
            return Float.toString(value);
        }
        float size = Math.abs(value);
        BigDecimal plain = plain(size, MOST_FLOAT, true);
        BigDecimal shortest = plain != null ? plain : shortest(size, decimal -> decimal.floatValue() == size);
        return layOut(value < 0, shortest);
    }

    /** Returns the decimal with the fewest places behind the point that reads as a number, if it has few digits; null if it does not. */
    private static @Nullable BigDecimal plain(double size, double most, boolean isFloat) {
        for (int places = 0; places <= PLACES && size * POWERS[places] < most; places++) {
            long digits = Math.round(size * POWERS[places]);
            boolean isSame =
                    isFloat ? (float) digits / (float) POWERS[places] == size : digits / POWERS[places] == size;
            if (isSame) {
                return BigDecimal.valueOf(digits, places);
            }
        }
        return null;
    }

    /**
     * Returns the closest of the decimals with the fewest digits that read as a number; of two that are as close, the even one. If there is one
     * with some number of digits, there is one with every larger number of digits.
     */
    private static BigDecimal shortest(double size, Predicate<BigDecimal> isSame) {
        BigDecimal exact = new BigDecimal(size);
        BigDecimal cut = exact.round(new MathContext(MOST_DIGITS, RoundingMode.DOWN));
        boolean isCut = cut.compareTo(exact) < 0;
        int least = LEAST_DIGITS;
        int enough = MOST_DIGITS;
        BigDecimal found = ofDigits(cut, isCut, enough, isSame);
        while (least < enough) {
            int digits = (least + enough) / 2;
            BigDecimal tried = ofDigits(cut, isCut, digits, isSame);
            if (tried == null) {
                least = digits + 1;
            } else {
                enough = digits;
                found = tried;
            }
        }
        return Objects.requireNonNull(found);
    }

    /**
     * Returns the closest decimal with so many digits that reads as a number; null if there is none.
     *
     * @param cut the first digits of the exact value
     * @param isCut whether the exact value has more digits
     */
    private static @Nullable BigDecimal ofDigits(
            BigDecimal cut, boolean isCut, int digits, Predicate<BigDecimal> isSame) {
        BigDecimal below = cut.round(new MathContext(digits, RoundingMode.DOWN));
        BigDecimal padded = below.setScale(below.scale() + digits - below.precision());
        BigDecimal above = padded.add(padded.ulp());
        int half = cut.subtract(padded).compareTo(above.subtract(cut));
        boolean isOdd = padded.unscaledValue().testBit(0);
        boolean isAbove = half > 0 || (half == 0 && (isCut || isOdd));
        BigDecimal close = isAbove ? above : padded;
        if (isSame.test(close)) {
            return close;
        }
        BigDecimal far = isAbove ? padded : above;
        return isSame.test(far) ? far : null;
    }

    /** Writes a decimal above 0 as Java does: plain from a thousandth up to ten million, with an exponent elsewhere. */
    private static String layOut(boolean isNegative, BigDecimal decimal) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        String digits = stripped.unscaledValue().toString();
        int exponent = digits.length() - stripped.scale() - 1;
        String sign = isNegative ? "-" : "";
        if (exponent < -3 || exponent >= 7) {
            String rest = digits.length() == 1 ? "0" : digits.substring(1);
            return sign + digits.charAt(0) + "." + rest + "E" + exponent;
        }
        String plain = stripped.toPlainString();
        return sign + plain + (stripped.scale() <= 0 ? ".0" : "");
    }
}
