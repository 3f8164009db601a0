package dev.weir.jobs.record;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a query, in the form in which records are tried: a tree of this one class with a comparison at every
 * leaf. Trying a record calls no method through an interface, and allocates nothing but the decimals that are compared.
 */
final class Filter {

    private static final Condition.Combination NO_PARTS = new Condition.Combination(true, List.of());

    /** Set at a leaf. */
    private final @Nullable FieldComparison comparison;

    private final Filter[] parts;
    /** The truth of one part that decides the whole; the whole has the other truth where no part has this one. */
    private final Truth decisive;

    private final Truth otherwise;

    Filter(Condition condition, FieldNumbers fields) {
        comparison = comparison(condition, fields);
        Condition.Combination joined = condition instanceof Condition.Combination combination ? combination : NO_PARTS;
        parts = joined.parts().stream().map(part -> new Filter(part, fields)).toArray(Filter[]::new);
        decisive = Truth.of(!joined.isAll());
        otherwise = Truth.of(joined.isAll());
    }

    private static @Nullable FieldComparison comparison(Condition condition, FieldNumbers fields) {
        if (condition instanceof Condition.Comparison one) {
            return new FieldComparison(one, fields);
        }
        return condition instanceof Condition.Membership list ? new FieldComparison(list, fields) : null;
    }

    /** Whether the record passes: it has all fields of the condition, and they are as the condition says. */
    boolean passes(Fields record) {
        return truth(record) == Truth.TRUE;
    }

    private Truth truth(Fields record) {
        return comparison == null ? joined(record) : comparison.of(record);
    }

    /** Tries all parts, because any of them may be unreadable, and the whole then is. */
    private Truth joined(Fields record) {
        Truth truth = otherwise;
        for (Filter part : parts) {
            Truth partly = part.truth(record);
            if (partly == Truth.UNREADABLE) {
                return partly;
            }
            truth = partly == decisive ? decisive : truth;
        }
        return truth;
    }
}
