package dev.weir.jobs.format.binary;

import java.nio.charset.StandardCharsets;

/** Writes texts of ASCII, one after another, into an array that is used again for the next message. For use by one thread. */
final class TextBuffer {

    private static final int SIZE = 1024;

    /** More bytes than any text has that is written here. */
    private static final int LONGEST = 64;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LEAST = "-9223372036854775808".getBytes(StandardCharsets.US_ASCII);

    private byte[] buffer = new byte[SIZE];
    private int used;

    /** Forgets all texts. */
    void clear() {
        used = 0;
    }

    /** The array with the text that was written last. */
    byte[] bytes() {
        return buffer;
    }

    /** The index after the text that was written last. */
    int end() {
        return used;
    }

    /**
     * Makes room for one text, and returns its first index. If another array replaces this one, the texts that were written before are in the
     * old one.
     */
    int start() {
        if (buffer.length - used < LONGEST) {
            buffer = new byte[SIZE];
            used = 0;
        }
        return used;
    }

    void put(char sign) {
        buffer[used++] = (byte) sign;
    }

    /** Writes a number with at least so many digits. */
    void digits(long value, int least) {
        if (value == Long.MIN_VALUE) {
            System.arraycopy(LEAST, 0, buffer, used, LEAST.length);
            used += LEAST.length;
            return;
        }
        if (value < 0) {
            put('-');
        }
        long size = Math.abs(value);
        int count = least;
        for (long power = pow(least); count < 19 && size >= power; power *= 10) {
            count++;
        }
        for (int i = used + count - 1; i >= used; i--) {
            buffer[i] = (byte) ('0' + size % 10);
            size /= 10;
        }
        used += count;
    }

    private static long pow(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /** Writes the 16 bytes of a UUID, with small letters. */
    void uuid(byte[] bytes, int from) {
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                put('-');
            }
            buffer[used++] = HEX[bytes[from + i] >> 4 & 15];
            buffer[used++] = HEX[bytes[from + i] & 15];
        }
    }

    /** Writes the time of a day. */
    void clock(int second, int nanos) {
        digits(second / 3600, 2);
        put(':');
        digits(second / 60 % 60, 2);
        put(':');
        digits(second % 60, 2);
        if (nanos > 0) {
            put('.');
            boolean isMillis = nanos % 1_000_000 == 0;
            boolean isMicros = nanos % 1000 == 0;
            digits(isMillis ? nanos / 1_000_000 : isMicros ? nanos / 1000 : nanos, isMillis ? 3 : isMicros ? 6 : 9);
        }
    }

    /** Writes the date of a day in the proleptic Gregorian calendar. The years of the calculation begin in March, so that leap days come last. */
    void day(long days) {
        long shifted = days + 719_468;
        long cycle = Math.floorDiv(shifted, 146_097L);
        long dayOfCycle = shifted - cycle * 146_097;
        long yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365;
        long dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100);
        int month = (int) ((5 * dayOfYear + 2) / 153);
        long year = yearOfCycle + 400 * cycle + (month >= 10 ? 1 : 0);
        if (year > 9999) {
            put('+');
        }
        digits(year, 4);
        put('-');
        digits(month >= 10 ? month - 9 : month + 3, 2);
        put('-');
        digits(dayOfYear - (153L * month + 2) / 5 + 1, 2);
    }
}
