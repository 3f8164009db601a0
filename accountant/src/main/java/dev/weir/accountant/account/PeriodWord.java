package dev.weir.accountant.account;

/**
 * Encodes a period, or its start, as a word of state by flipping the sign bit, so that the word 0 is earlier than every
 * period.
 */
final class PeriodWord {

    private PeriodWord() {}

    static long of(long period) {
        return period ^ Long.MIN_VALUE;
    }

    static long period(long word) {
        return word ^ Long.MIN_VALUE;
    }
}
