package dev.weir.jobs.replay.recording;

/**
 * A record and the time by which it is sorted.
 *
 * @param time epoch milliseconds, or any other number
 * @param bytes the record
 */
@SuppressWarnings("ArrayRecordComponent") // lines are never compared as a whole
record TimedLine(long time, byte[] bytes) {

    /** What a line takes in memory beside its bytes: two objects and a place in a list, rounded up. */
    private static final int OVERHEAD = 64;

    /** About how many bytes the line takes in memory. */
    int size() {
        return bytes.length + OVERHEAD;
    }

    /** Quotes nothing of the record. */
    @Override
    public String toString() {
        return "TimedLine[" + bytes.length + " bytes]";
    }
}
