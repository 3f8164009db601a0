package dev.weir.benchmarks.sqlp;

/** The truth about a data set: how many records every key and every step has, and how many of them a unit's bounds keep. */
public final class SqlpCounts {

    private final int[] ofKey = new int[SqlpRecords.KEYS];
    private final long[] atStep;
    private long records;
    private long kept;

    private SqlpCounts(int steps) {
        this.atStep = new long[steps + 1];
    }

    /**
     * Counts the records of a data set.
     *
     * @param made makes the records
     * @param steps the number of steps of the stream
     * @param users the number of users
     */
    public static SqlpCounts of(SqlpRecords made, int steps, int users) {
        SqlpCounts counts = new SqlpCounts(steps);
        for (int user = 0; user < users; user++) {
            made.of(user, counts::take);
        }
        return counts;
    }

    private void take(int key, int step, boolean isKept) {
        records++;
        kept += isKept ? 1 : 0;
        ofKey[key]++;
        atStep[step]++;
    }

    /** How many records there are. */
    public long records() {
        return records;
    }

    /** How many records are the earliest of their user under their key. */
    public long kept() {
        return kept;
    }

    /**
     * The number of records of a key.
     *
     * @param key the number of the key, from 0
     */
    public int ofKey(int key) {
        return ofKey[key];
    }

    /** For each step the number of records at all earlier steps. */
    long[] beginnings() {
        long[] beginnings = new long[atStep.length];
        for (int step = 1; step < atStep.length; step++) {
            beginnings[step] = beginnings[step - 1] + atStep[step - 1];
        }
        return beginnings;
    }
}
