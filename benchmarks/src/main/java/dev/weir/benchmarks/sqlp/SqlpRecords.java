package dev.weir.benchmarks.sqlp;

/**
 * The records of the benchmark with which Zhang and others measure DP-SQLP (arXiv 2303.18086, section 5.1): users with few records, keys of which
 * most are rare. All of a user's records follow from a seed and the user's number, so that users may be made in any order, and in parallel.
 *
 * <p>A user has 1 to 32 records; each names a key and a step of the stream. Of the records of a user under one key the earliest is kept.
 */
public final class SqlpRecords {

    /** How many keys there are, however many users. */
    public static final int KEYS = 1_000_000;

    /** The largest number of records of a user. */
    public static final int MOST_RECORDS = 32;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int SHIFT = Long.SIZE - RankLaw.BITS;
    private static final int USERS = 10_000_000;

    private static final RankLaw NUMBERS = new RankLaw(100_000, 26, 6.738, MOST_RECORDS - 1);
    private static final RankLaw POPULARITY = new RankLaw(KEYS, 1000, 1.4, KEYS - 1);

    private final long seed;
    private final int steps;

    /**
     * Creates the records of one data set.
     *
     * @param seed the seed, any number
     * @param steps the number of steps of the stream, at least 1
     */
    public SqlpRecords(long seed, int steps) {
        this.seed = mix(seed + GOLDEN);
        this.steps = steps;
    }

    /**
     * The number of users of a data set.
     *
     * @param scale the size of the data set, above 0; 1 is the published size
     */
    public static int users(double scale) {
        return Math.toIntExact(Math.round(USERS * scale));
    }

    /** Receives the records of one user. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Takes a record.
         *
         * @param key the number of the key, from 0
         * @param step the step, from 1
         * @param isKept whether the record is the user's earliest under its key
         */
        void record(int key, int step, boolean isKept);
    }

    /**
     * Makes the records of a user, in the order of their numbers. A stream is ordered by step, then by user, then by the record's number.
     *
     * @param user the number of the user, from 0
     * @param sink receives the records
     */
    public void of(int user, Sink sink) {
        long own = mix(seed + user * GOLDEN);
        int[] keys = new int[1 + NUMBERS.rank(bits(own, 1))];
        int[] at = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = POPULARITY.rank(bits(own, 2 * (i + 1)));
            at[i] = step(bits(own, 2 * (i + 1) + 1));
        }
        for (int i = 0; i < keys.length; i++) {
            sink.record(keys[i], at[i], isEarliest(i, keys, at));
        }
    }

    private int step(long bits) {
        return 1 + (int) Math.multiplyHigh((long) steps << SHIFT, bits);
    }

    /** Whether no other record of the same key comes before record {@code i} of a user. */
    private static boolean isEarliest(int i, int[] keys, int[] at) {
        for (int other = 0; other < keys.length; other++) {
            boolean before = at[other] < at[i] || (at[other] == at[i] && other < i);
            if (keys[other] == keys[i] && before) {
                return false;
            }
        }
        return true;
    }

    private static long bits(long own, int number) {
        return mix(own + number * GOLDEN) >>> SHIFT;
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long word) {
        long mixed = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
