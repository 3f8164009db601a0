package dev.weir.operators.aggregate.sample;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The records of one key and window of a sample, with the numbers that one aggregate reads from them. They are private.
 *
 * @param records the records, at least one
 */
public record Sample(List<Read> records) {

    /**
     * A record.
     *
     * @param account the number of the record's account, of which a unit has one for each period
     * @param values the numbers that the aggregate reads, in the field's unit
     */
    public record Read(int account, BigDecimal[] values) {

        /** A text without the record's content. */
        @Override
        public String toString() {
            return "Read";
        }
    }

    /** How many records there are. */
    public int size() {
        return records.size();
    }

    /** How many units have records. A unit counts once for each period in which it has one. */
    public double units() {
        return records.stream().mapToInt(Read::account).distinct().count();
    }

    /**
     * The numbers of one field, in the order of the records.
     *
     * @param field the index of the field among those that the aggregate reads
     */
    public DoubleStream values(int field) {
        return records.stream().mapToDouble(record -> record.values()[field].doubleValue());
    }

    /**
     * The sum of the numbers of one field.
     *
     * @param field the index of the field among those that the aggregate reads
     */
    public double sum(int field) {
        return values(field).sum();
    }

    /** The mean of the numbers of the first field. */
    public double mean() {
        return sum(0) / size();
    }
}
