package dev.weir.operators.time.text;

/**
 * Parses event times: ISO 8601, or whole epoch milliseconds.
 *
 * <p>Date and time are {@code YYYY-MM-DDThh:mm}, then optionally {@code :ss} and a fraction, then {@code Z}, {@code +hh:mm},
 * {@code +hhmm} or {@code +hh}. Without one of these it is a local time, which only some forms allow. Years of more than four digits need a sign. Fractions are truncated to milliseconds. There is
 * no second 60, as in POSIX time. This is own code, because {@code java.time} takes longer to parse the time than
 * all else of a record takes together: docs/decisions/0016.
 */
final class EventTime {

    /** The last time that is read, epoch milliseconds: the end of the range of ECMAScript dates. */
    static final long LAST = 8_640_000_000_000_000L;

    private static final int MOST_YEAR_DIGITS = 9;
    /** Years of at least this absolute value are beyond {@link #LAST}. The milliseconds of all other years fit a long. */
    private static final long FIRST_YEAR_BEYOND = 300_000;

    private static final int MINUTES_A_DAY = 1440;
    private static final int LARGEST_OFFSET = 18 * 60;

    private final byte[] bytes;
    private final int to;
    private final boolean mayBeLocal;
    private int at;
    private boolean broken;
    private boolean local;

    private EventTime(byte[] bytes, int from, int to, boolean mayBeLocal) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
        this.mayBeLocal = mayBeLocal;
    }

    /** Reads ISO 8601 with {@code Z} or an offset, or whole epoch milliseconds, as {@link TimeReader#read} does. */
    static long parse(byte[] bytes, int from, int to) {
        return limited(isWhole(bytes, from, to) ? milliseconds(bytes, from, to) : dateTime(bytes, from, to));
    }

    private static boolean isWhole(byte[] bytes, int from, int to) {
        int digits = from < to && bytes[from] == '-' ? from + 1 : from;
        while (digits < to && isDigit(bytes[digits])) {
            digits++;
        }
        return digits == to;
    }

    /** Reads ISO 8601 with {@code Z} or an offset, as {@link TimeReader#read} does. */
    static long parseIso(byte[] bytes, int from, int to) {
        return limited(dateTime(bytes, from, to));
    }

    private static long dateTime(byte[] bytes, int from, int to) {
        return new EventTime(bytes, from, to, false).dateTime();
    }

    /** Reads ISO 8601 that may be a local time. For use by one thread. */
    static final class Local implements TimeReader {

        private final LocalTimes zone;
        private final boolean readsNumbers;
        private boolean ambiguous;

        /**
         * @param zone finds the instants of times without {@code Z} and without an offset
         * @param readsNumbers whether whole epoch milliseconds are read too
         */
        Local(LocalTimes zone, boolean readsNumbers) {
            this.zone = zone;
            this.readsNumbers = readsNumbers;
        }

        @Override
        public long read(byte[] bytes, int from, int to) {
            if (readsNumbers && isWhole(bytes, from, to)) {
                ambiguous = false;
                return limited(milliseconds(bytes, from, to));
            }
            EventTime time = new EventTime(bytes, from, to, true);
            long millis = time.dateTime();
            boolean isLocal = time.local && millis != NONE && millis != BEYOND;
            long instant = isLocal ? zone.instant(millis) : millis;
            ambiguous = isLocal && zone.isAmbiguous();
            return limited(instant);
        }

        @Override
        public boolean isAmbiguous() {
            return ambiguous;
        }
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Returns {@link TimeReader#BEYOND} for a time beyond {@link #LAST}, and any other time as it is. */
    static long limited(long time) {
        return time == TimeReader.NONE || (time >= -LAST && time <= LAST) ? time : TimeReader.BEYOND;
    }

    private static long milliseconds(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int start = negative ? from + 1 : from;
        long time = 0;
        for (int i = start; i < to; i++) {
            time = Math.min(LAST + 1, 10 * time + (bytes[i] - '0'));
        }
        return start == to ? TimeReader.NONE : negative ? -time : time;
    }

    private long dateTime() {
        long year = year();
        expect('-');
        int month = two(1, 12);
        expect('-');
        int day = two(1, 31);
        broken |= day > daysOf(month, year);
        broken |= at >= to || (bytes[at++] | 0x20) != 't';
        long minute = two(0, 23) * 60L;
        expect(':');
        minute += two(0, 59);
        long millis = secondsAsMillis() - 60_000L * offset();
        broken |= at != to;
        if (broken) {
            return TimeReader.NONE;
        }
        return Math.abs(year) >= FIRST_YEAR_BEYOND
                ? TimeReader.BEYOND
                : (daysSinceEpoch(year, month, day) * MINUTES_A_DAY + minute) * 60_000 + millis;
    }

    private long year() {
        boolean signed = at < to && (bytes[at] == '-' || bytes[at] == '+');
        boolean negative = signed && bytes[at] == '-';
        at += signed ? 1 : 0;
        int start = at;
        long year = 0;
        while (at < to && at - start < MOST_YEAR_DIGITS && isDigit(bytes[at])) {
            year = 10 * year + (bytes[at++] - '0');
        }
        broken |= signed ? at - start < 4 : at - start != 4;
        return negative ? -year : year;
    }

    private void expect(char c) {
        broken |= at >= to || bytes[at] != c;
        at++;
    }

    private int two(int least, int most) {
        if (at + 2 > to || !isDigit(bytes[at]) || !isDigit(bytes[at + 1])) {
            broken = true;
            return least;
        }
        int value = 10 * (bytes[at] - '0') + (bytes[at + 1] - '0');
        at += 2;
        broken |= value < least || value > most;
        return value;
    }

    private long secondsAsMillis() {
        if (at >= to || bytes[at] != ':') {
            return 0;
        }
        at++;
        long millis = two(0, 59) * 1000L;
        if (at < to && bytes[at] == '.') {
            int start = ++at;
            int unit = 100;
            while (at < to && isDigit(bytes[at])) {
                millis += (long) unit * (bytes[at++] - '0');
                unit /= 10;
            }
            broken |= at == start;
        }
        return millis;
    }

    /** Reads the offset, in minutes ahead of UTC; 0 if there is none. */
    private int offset() {
        if (at == to && mayBeLocal) {
            local = true;
            return 0;
        }
        if (at < to && (bytes[at] | 0x20) == 'z') {
            at++;
            return 0;
        }
        boolean negative = at < to && bytes[at] == '-';
        broken |= at >= to || (!negative && bytes[at] != '+');
        at++;
        int minutes = 60 * two(0, 18);
        if (at < to) {
            at += bytes[at] == ':' ? 1 : 0;
            minutes += two(0, 59);
        }
        broken |= minutes > LARGEST_OFFSET;
        return negative ? -minutes : minutes;
    }

    private static int daysOf(int month, long year) {
        if (month == 2) {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return leap ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /**
     * Returns the days since the epoch in the proleptic Gregorian calendar. The years of the calculation begin in March, so
     * that leap days come last.
     */
    private static long daysSinceEpoch(long year, int month, int day) {
        long y = month > 2 ? year : year - 1;
        long cycle = Math.floorDiv(y, 400L);
        long yearOfCycle = y - cycle * 400;
        long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468;
    }
}
