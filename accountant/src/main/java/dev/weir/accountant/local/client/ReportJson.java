package dev.weir.accountant.local.client;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Reads the bytes of a report: one JSON object with the members q, m, p and r, once each, in any order and with any blanks
 * ({@code docs/local.md}). Texts have no escapes, because none of the four needs one. Reading never fails and takes linear
 * time. One instance reads one report after the other.
 */
public final class ReportJson {

    /** The place of the question's name among the texts. */
    public static final int QUESTION = 0;

    /** The place of the mechanism's id among the texts. */
    public static final int MECHANISM = 1;

    /** The place of the body among the texts. */
    public static final int BODY = 2;

    private static final byte[] TEXTS = {'q', 'm', 'r'};
    private static final int MEMBERS = 4;
    private static final int NO_MEMBER = -1;
    private static final int PERIOD = 3;

    private byte[] bytes = {};
    private int at;
    private int seen;
    private long period;
    private final int[] from = new int[TEXTS.length];
    private final int[] to = new int[TEXTS.length];

    /**
     * Reads a report, and returns whether the bytes are one. If not, the other methods have no meaning.
     *
     * @param report the bytes; they are kept until the next report is read
     */
    public boolean read(byte[] report) {
        bytes = report;
        at = 0;
        seen = 0;
        boolean isObject = take('{');
        for (int member = 0; isObject && member < MEMBERS; member++) {
            isObject = (member == 0 || take(',')) && member();
        }
        return isObject && take('}') && peek() < 0;
    }

    /** Returns the number of the period that the report states. */
    public long period() {
        return period;
    }

    /**
     * Returns the index of the first byte of a text.
     *
     * @param text the place of the text
     */
    public int from(int text) {
        return from[text];
    }

    /**
     * Returns the index behind the last byte of a text.
     *
     * @param text the place of the text
     */
    public int to(int text) {
        return to[text];
    }

    /**
     * Whether a text has the given characters.
     *
     * @param text the place of the text
     * @param ascii the characters
     */
    public boolean is(int text, byte[] ascii) {
        return Arrays.equals(bytes, from[text], to[text], ascii, 0, ascii.length);
    }

    String text(int text, Charset charset) {
        return new String(bytes, from[text], to[text] - from[text], charset);
    }

    private boolean member() {
        if (!take('"') || at + 1 >= bytes.length || bytes[at + 1] != '"') {
            return false;
        }
        int member = bytes[at] == 'p' ? PERIOD : text(bytes[at]);
        at += 2;
        if (member == NO_MEMBER || (seen & 1 << member) != 0 || !take(':')) {
            return false;
        }
        seen |= 1 << member;
        return member == PERIOD ? number() : text(member);
    }

    private static int text(byte name) {
        for (int i = 0; i < TEXTS.length; i++) {
            if (TEXTS[i] == name) {
                return i;
            }
        }
        return NO_MEMBER;
    }

    private boolean text(int member) {
        if (!take('"')) {
            return false;
        }
        from[member] = at;
        while (at < bytes.length && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        to[member] = at;
        return take('"');
    }

    /** Reads a whole number that fits into a long, as JSON writes it: without leading zeros. */
    private boolean number() {
        boolean isNegative = peek() == '-';
        at += isNegative ? 1 : 0;
        int first = at;
        long value = 0; // kept negative, because -2^63 has no positive counterpart
        for (; at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            long digit = bytes[at] - (long) '0';
            if (value < (Long.MIN_VALUE + digit) / 10) {
                return false;
            }
            value = 10 * value - digit;
        }
        period = isNegative ? value : -value;
        boolean fits = isNegative || value != Long.MIN_VALUE;
        return fits && at > first && (at == first + 1 || bytes[first] != '0');
    }

    /** Takes the next character behind blanks if it is this one. */
    private boolean take(char expected) {
        boolean isThere = peek() == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    /** The next character behind blanks; -1 at the end. */
    private int peek() {
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at < bytes.length ? bytes[at] & 0xff : -1;
    }
}
