package dev.weir.operators.local.support;

import dev.weir.operators.admit.AdmittedRecord;

/** The bytes of a report as words of a contribution: their number, then eight bytes in each word, the last filled with zeros. */
final class ReportWords {

    /** The index of the number of bytes: the first word of a contribution names query and key. */
    private static final int LENGTH_AT = 1;

    private ReportWords() {}

    static long[] of(byte[] bytes) {
        long[] words = new long[1 + (bytes.length + Long.BYTES - 1) / Long.BYTES];
        words[0] = bytes.length;
        for (int i = 0; i < bytes.length; i++) {
            words[1 + i / Long.BYTES] |= (bytes[i] & 0xffL) << (Byte.SIZE * (Long.BYTES - 1 - i % Long.BYTES));
        }
        return words;
    }

    /** Reads the bytes of an admitted report. */
    static byte[] bytes(AdmittedRecord report) {
        byte[] bytes = new byte[(int) report.word(LENGTH_AT)];
        for (int i = 0; i < bytes.length; i++) {
            long word = report.word(LENGTH_AT + 1 + i / Long.BYTES);
            bytes[i] = (byte) (word >>> (Byte.SIZE * (Long.BYTES - 1 - i % Long.BYTES)));
        }
        return bytes;
    }
}
