package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Aggregate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Checks the values of one field of an aggregate on a sample.
 *
 * @param rounding what rounding to the grid does to them
 * @param clamp whether the field's clamp is far wider than they are; no value for a field without a clamp of its own
 */
record ValueCheck(RoundingError rounding, Optional<WideClamp> clamp) {

    /** Returns the checks of an aggregate's fields, each of which has a grid. */
    static List<ValueCheck> of(String query, Aggregate aggregate) {
        String name = query + " " + aggregate.names().get(0);
        List<BigDecimal> grids = aggregate.grids();
        List<Aggregate.Ends> ends = aggregate.ends();
        return IntStream.range(0, grids.size())
                .mapToObj(field -> new ValueCheck(
                        new RoundingError(name, grids.get(field)),
                        ends.size() == grids.size()
                                ? Optional.of(new WideClamp(name, ends.get(field)))
                                : Optional.empty()))
                .toList();
    }

    void add(BigDecimal value) {
        rounding.add(value);
        clamp.ifPresent(wide -> wide.add(value));
    }

    /** Returns at most one warning: where rounding takes much off the values, they are small beside their clamp anyway. */
    Optional<String> warning() {
        return rounding.warning().or(() -> clamp.flatMap(WideClamp::warning));
    }
}
