package dev.weir.accountant.account;

/**
 * Encodes a period, or the start of a period, as a word of state by flipping the sign bit. The word 0, the state before
 * the first charge, then stands for {@link Long#MIN_VALUE}, so no period is earlier.
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
