package dev.weir.jobs.record;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a query, compiled for evaluation: a tree whose leaves are comparisons. All nodes are of this class, so an
 * evaluation calls no interface method. An evaluation allocates only the decimals that are compared.
 */
final class Filter {

    private static final Condition.Combination NO_PARTS = new Condition.Combination(true, List.of());

    /** The comparison of a leaf; null at an inner node. */
    private final @Nullable FieldComparison comparison;

    private final Filter[] parts;
    /**
     * The truth of a part that decides the whole, if all parts are readable: {@code FALSE} if all parts must be true,
     * {@code TRUE} if one is enough. If no part has this truth, the whole has the truth {@code otherwise}.
     */
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

    /** Whether the record satisfies the condition. A record in which a field of the condition is missing or unreadable does not. */
    boolean passes(Fields record) {
        return truth(record) == Truth.TRUE;
    }

    private Truth truth(Fields record) {
        return comparison == null ? joined(record) : comparison.of(record);
    }

    /** Evaluates parts even after a decisive one, because the whole is unreadable if any part is. */
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
