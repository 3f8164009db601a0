package dev.weir.jobs.record;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.UnitForm;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts the ids of privacy units into the form in which they are compared. Ids that are equal in this form are one unit.
 * <ul>
 * <li>{@link UnitForm#EXACT}: the bytes as they are.
 * <li>{@link UnitForm#LOWER_CASE}: Unicode's normal form C, then {@link String#toLowerCase(Locale)} by {@link Locale#ROOT},
 *     then normal form C again. Canonically equivalent texts become the same bytes. Blanks stay.
 * <li>{@link UnitForm#NUMBER}: an optional sign, ASCII digits, and optionally a point followed only by zeros. Leading zeros,
 *     a plus sign and the point with its zeros are removed: {@code 7}, {@code 007}, {@code +7} and {@code 7.0} are one unit,
 *     and {@code -0} is {@code 0}. There may be any number of digits, but no exponent.
 * </ul>
 * For use by one thread.
 */
final class UnitIds {

    private static final byte[] ZERO = {'0'};

    private final UnitForm form;
    private final int mostBytes;
    private byte[] last = {};

    /**
     * @param form the form in which ids are compared
     * @param mostBytes the maximum length of a converted id, in bytes
     */
    UnitIds(UnitForm form, int mostBytes) {
        this.form = form;
        this.mostBytes = mostBytes;
    }

    /**
     * Reads an id from bytes, of which there is at least one and which are well-formed UTF-8.
     *
     * @return null if {@link #last} is a valid id afterwards; otherwise the code with which the record is refused
     */
    @Nullable Rejection read(byte[] bytes, int from, int to) {
        byte @Nullable [] id = inForm(bytes, from, to);
        if (id == null) {
            return Rejection.NOT_A_NUMBER;
        }
        last = id;
        return id.length > mostBytes ? Rejection.TOO_LARGE : null;
    }

    /** The last id that was read, in the form in which ids are compared. */
    byte[] last() {
        return last;
    }

    private byte @Nullable [] inForm(byte[] bytes, int from, int to) {
        return switch (form) {
            case EXACT -> Arrays.copyOfRange(bytes, from, to);
            case LOWER_CASE -> lowerCase(bytes, from, to);
            case NUMBER -> number(bytes, from, to);
        };
    }

    private static byte[] lowerCase(byte[] bytes, int from, int to) {
        byte[] id = Arrays.copyOfRange(bytes, from, to);
        for (int i = 0; i < id.length; i++) {
            if (id[i] < 0) {
                return normalLowerCase(new String(id, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            }
            id[i] += id[i] >= 'A' && id[i] <= 'Z' ? (byte) ('a' - 'A') : 0;
        }
        return id;
    }

    private static String normalLowerCase(String text) {
        String lower = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(lower, Normalizer.Form.NFC);
    }

    private static byte @Nullable [] number(byte[] bytes, int from, int to) {
        boolean negative = bytes[from] == '-';
        int start = negative || bytes[from] == '+' ? from + 1 : from;
        int end = digitsEnd(bytes, start, to);
        if (end == start || !isNothing(bytes, end, to)) {
            return null;
        }
        int first = start;
        while (first < end && bytes[first] == '0') {
            first++;
        }
        if (first == end) {
            return ZERO.clone();
        }
        byte[] id = new byte[end - first + (negative ? 1 : 0)];
        id[0] = '-';
        System.arraycopy(bytes, first, id, id.length - (end - first), end - first);
        return id;
    }

    private static int digitsEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && Decimals.isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Whether the rest is empty, or a point followed only by zeros. */
    private static boolean isNothing(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] != (at == from ? '.' : '0')) {
                return false;
            }
        }
        return true;
    }
}
