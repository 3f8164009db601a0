package dev.weir.jobs.record;

/** A reader of records that is told where in the input they stand, for records that are refused after admission. */
public interface PlacedReader extends PayloadReader {

    /**
     * Tells the place of the record that is read next.
     *
     * @param partition the input partition
     * @param offset the position in the partition
     */
    void at(int partition, long offset);
}
