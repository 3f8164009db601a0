package dev.weir.operators.aggregate;

import java.math.BigDecimal;
import java.util.List;

/** An aggregate whose values are cut to public bounds, which may be chosen otherwise. */
public interface Reclampable {

    /**
     * The bounds of what one record adds, in value units.
     *
     * @param field what the pipeline file calls them
     * @param low the lower bound
     * @param high the upper bound, at least {@code low}
     * @param holdsZero whether noise grows with the larger end in size, so that 0 belongs to the bounds; else it grows with their distance
     * @param isFixedBelow whether {@code low} is no choice
     */
    record Ends(String field, BigDecimal low, BigDecimal high, boolean holdsZero, boolean isFixedBelow) {

        /** The same bounds at other places. */
        public Ends at(BigDecimal newLow, BigDecimal newHigh) {
            return new Ends(field, newLow, newHigh, holdsZero, isFixedBelow);
        }
    }

    /** The bounds of each field that has any, in the order of the fields; of a vector those of its length. */
    List<Ends> ends();

    /**
     * The same aggregate with other bounds.
     *
     * @param place of the bounds in {@link #ends}
     * @throws IllegalArgumentException if the bounds are none that the aggregate may have
     */
    Aggregate clampedTo(int place, Ends ends);
}
