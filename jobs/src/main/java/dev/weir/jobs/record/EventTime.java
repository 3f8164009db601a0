package dev.weir.jobs.record;

/**
 * Parses event times: ISO 8601 with {@code Z} or an offset, or whole epoch milliseconds.
 *
 * <p>Date and time are {@code YYYY-MM-DDThh:mm}, then optionally {@code :ss} and a fraction, then {@code Z}, {@code +hh:mm},
 * {@code +hhmm} or {@code +hh}. Years of more than four digits need a sign. Fractions are truncated to milliseconds. There is
 * no second 60, as in POSIX time. This is own code, because {@code java.time} takes longer to parse the time than
 * {@link RecordReader} takes for a whole record: docs/decisions/0016.
 */
final class EventTime {

    /** The result for bytes that are not a time. */
    static final long NONE = Long.MIN_VALUE;
    /** The result for a time further than {@link #LAST} from the epoch. */
    static final long BEYOND = Long.MIN_VALUE + 1;

    private static final long LAST = 8_640_000_000_000_000L;
    private static final int MOST_YEAR_DIGITS = 9;
    /** Years of at least this absolute value are beyond {@link #LAST}. The milliseconds of all other years fit a long. */
    private static final long FIRST_YEAR_BEYOND = 300_000;

    private static final int MINUTES_A_DAY = 1440;
    private static final int LARGEST_OFFSET = 18 * 60;

    private final byte[] bytes;
    private final int to;
    private int at;
    private boolean broken;

    private EventTime(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
    }

    /** Returns epoch milliseconds, {@link #NONE} or {@link #BEYOND}. */
    static long parse(byte[] bytes, int from, int to) {
        int digits = from < to && bytes[from] == '-' ? from + 1 : from;
        while (digits < to && Decimals.isDigit(bytes[digits])) {
            digits++;
        }
        long time = digits == to ? milliseconds(bytes, from, to) : new EventTime(bytes, from, to).dateTime();
        return time == NONE || (time >= -LAST && time <= LAST) ? time : BEYOND;
    }

    private static long milliseconds(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int start = negative ? from + 1 : from;
        long time = 0;
        for (int i = start; i < to; i++) {
            time = Math.min(LAST + 1, 10 * time + (bytes[i] - '0'));
        }
        return start == to ? NONE : negative ? -time : time;
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
            return NONE;
        }
        return Math.abs(year) >= FIRST_YEAR_BEYOND
                ? BEYOND
                : (daysSinceEpoch(year, month, day) * MINUTES_A_DAY + minute) * 60_000 + millis;
    }

    private long year() {
        boolean signed = at < to && (bytes[at] == '-' || bytes[at] == '+');
        boolean negative = signed && bytes[at] == '-';
        at += signed ? 1 : 0;
        int start = at;
        long year = 0;
        while (at < to && at - start < MOST_YEAR_DIGITS && Decimals.isDigit(bytes[at])) {
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
        if (at + 2 > to || !Decimals.isDigit(bytes[at]) || !Decimals.isDigit(bytes[at + 1])) {
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
            while (at < to && Decimals.isDigit(bytes[at])) {
                millis += (long) unit * (bytes[at++] - '0');
                unit /= 10;
            }
            broken |= at == start;
        }
        return millis;
    }

    /** Reads the offset, in minutes ahead of UTC. */
    private int offset() {
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
