package dev.weir.benchmarks;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * The records that all jobs of a run read. Keys have a Zipf distribution (exponent 1.1) and units are uniform. There is a
 * fixed number of records per millisecond of event time.
 *
 * @param records the total number of records
 * @param keys the number of keys
 * @param units the number of units
 * @param parallelism the number of readers that share the records; each reads consecutive record numbers, and all are at the
 *     same event time
 */
public record Load(long records, int keys, int units, int parallelism) implements Serializable {

    static final long START = 1_700_006_400_000L;
    static final int RECORDS_PER_MILLI = 100;
    static final long WINDOW_MILLIS = 10_000;

    private static final int TABLE_BITS = 20;
    private static final double EXPONENT = 1.1;
    private static final int LARGEST_VALUE = 200;

    long time(long number) {
        return START + place(number) * parallelism / RECORDS_PER_MILLI;
    }

    /** Whether a record is in the second half of its reader's records. */
    boolean isSecondHalf(long number) {
        return place(number) >= recordsPerReader() / 2;
    }

    /** The number of records of the same reader before this one. */
    private long place(long number) {
        return number % recordsPerReader();
    }

    private long recordsPerReader() {
        return (records + parallelism - 1) / parallelism;
    }

    long end() {
        return START + records / RECORDS_PER_MILLI + parallelism + 1;
    }

    /**
     * Returns a table of sampled keys, from which each record draws its key. A look-up in cumulative weights for each record
     * would cost more than some jobs.
     */
    int[] keyTable() {
        double[] cumulative = cumulativeWeights();
        SplittableRandom random = new SplittableRandom(1);
        int[] table = new int[1 << TABLE_BITS];
        for (int i = 0; i < table.length; i++) {
            int at = java.util.Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[keys - 1]);
            table[i] = Math.min(keys - 1, at < 0 ? -at - 1 : at);
        }
        return table;
    }

    private double[] cumulativeWeights() {
        double[] cumulative = new double[keys];
        double sum = 0;
        for (int key = 0; key < keys; key++) {
            sum += Math.pow(key + 1.0, -EXPONENT);
            cumulative[key] = sum;
        }
        return cumulative;
    }

    /** Fills {@code event} with record {@code number}. */
    void fill(Event event, long number, int[] keyTable) {
        long mixed = mix(number);
        setUnit(event, (mixed >>> 1) % units);
        event.key = keyTable[(int) mix(mixed) & keyTable.length - 1];
        event.time = time(number);
        event.value = (mixed >>> 7) % LARGEST_VALUE;
    }

    /** Sets the unit of {@code event} to the unit with this number. */
    static void setUnit(Event event, long unit) {
        event.unitHigh = mix(unit);
        event.unitLow = unit;
    }

    private static long mix(long z) {
        long mixed = (z + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
