package dev.weir.operators.testing;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.util.stream.Stream;

/** Plans for tests. */
public final class Plans {

    public static final long HOUR = 3_600_000;
    public static final long DAY = 24 * HOUR;
    public static final Budget PURE = pure("1");
    public static final Budget GAUSSIAN =
            new Budget.Concentrated(new BigDecimal("0.5"), Delta.atMost(new BigDecimal("1e-6")));

    /** No delay, and a skew of an hour. */
    public static final TimeBounds TIMING = new TimeBounds(0, HOUR);

    private Plans() {}

    /** Returns a plan of the domain "test" with epsilon 1 per user and day. */
    public static Plan daily(Queries... queries) {
        return of(PrivacyUnit.USER_PER_DAY, PURE, queries);
    }

    /** Returns a plan of the domain "test". */
    public static Plan of(PrivacyUnit unit, Budget budget, Queries... queries) {
        return Plan.of(
                "test",
                unit,
                budget,
                TIMING,
                Stream.of(queries).map(Queries::query).toList());
    }

    /** Returns the closed cells of a plan whose schedule begins at a time, without an adoption. */
    public static ClosedCells openFrom(long from, Plan plan) {
        return new ClosedCells(plan, Schedule.startingAt(from));
    }

    public static Budget pure(String epsilon) {
        return new Budget.Pure(new BigDecimal(epsilon));
    }
}
