package dev.weir.operators.local.support;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * A question whose reports are counted, and the windows whose estimates are published.
 *
 * <p><b>The time of a report</b> is the start of the period that it states, whenever it arrives. Its sender can state any
 * period, and can do no more with that than by reporting while the period lasts: the report is counted in a window that is
 * still open when it is written, and in no other. Windows consist of whole periods, because a report tells nothing about when
 * in its period the answer was true.
 *
 * @param question the question, with the mechanism that all its reports were drawn by
 * @param version the version of the estimates, part of the id of every release; at least 1
 * @param period the length of the periods that reports state, counted from the epoch in UTC; at least 1 ms
 * @param window tumbling or sliding windows, whose panes are whole periods
 * @param estimate what is published of a window
 */
public record ReportQuestion(Question question, int version, Duration period, Window window, EstimateTerms estimate)
        implements Serializable {

    /** The key of the rows of a question whose answer is a number. */
    public static final String NUMBER_KEY = "all";

    /** The name of the estimated number of people who have an option. */
    static final String COUNT = "count";

    /** Next to the smallest amount that noise can have as its price. */
    private static final Budget LEAST = new Budget.Pure(new BigDecimal("1e-12"));

    /** The most memory that the open panes of a window take, in numbers of 8 bytes: 1 GiB. */
    private static final long MOST_WORDS = 1L << 27;

    /** The most counters of a pane, 8 MiB. Reports of mechanisms with as many fit into a contribution. */
    private static final int MOST_COUNTERS = 1 << 20;

    private static final long LAST_MILLIS = 8_640_000_000_000_000L;

    /** @throws IllegalArgumentException if windows are not whole periods or accumulate, or counters take too much memory */
    public ReportQuestion {
        long millis = period.toMillis();
        if (millis < 1) {
            throw new IllegalArgumentException("period must be >= 1 ms, was " + millis);
        }
        if (window.accumulates() || window.cellMillis() % millis != 0) {
            throw new IllegalArgumentException(
                    "window must be tumbling or sliding, of whole periods: a report says its period and no other time");
        }
        if (ReportSums.width(question.mechanism()) > 1 + MOST_COUNTERS) {
            throw new IllegalArgumentException("options must be fewer: a pane may have 2^20 counters");
        }
        if (panes(window) > MOST_WORDS / ReportSums.width(question.mechanism())) {
            throw new IllegalArgumentException("window must have fewer panes: all counters of a window may take 1 GiB");
        }
    }

    private static long panes(Window window) {
        long end = window.cellEnd(0);
        return (end - window.start(end, 1)) / window.cellMillis();
    }

    /** The keys of the rows of a window: the options in their order, or the one key of a question about a number. */
    public List<String> keys() {
        return question instanceof CategoryQuestion categories ? categories.options() : List.of(NUMBER_KEY);
    }

    /**
     * The start of a period, epoch milliseconds; {@link PartitionClock#NO_TIME} if it is further than 8.64e15 ms from the epoch.
     *
     * @param number the number of the period, counted from the epoch
     */
    long start(long number) {
        long most = LAST_MILLIS / period.toMillis();
        return -most <= number && number <= most ? number * period.toMillis() : PartitionClock.NO_TIME;
    }

    /**
     * The plan by which reports pass the operators that all kinds of jobs have in common. Its unit is one report. Nothing is
     * charged: a sender's loss was paid when the report was drawn, whatever is made of it. What a plan claims in a ledger must be
     * above 0, so this plan claims {@link #LEAST}. Its one query has the panes as windows, which decide whether a report is late.
     *
     * @param domain the ledger domain: not blank, without a slash
     * @param timing the bounds by which a report is too late or too early
     * @throws IllegalArgumentException if the counters of all panes that may be open could take more than 1 GiB
     */
    public Plan plan(String domain, TimeBounds timing) {
        long early = (timing.delayMillis() + timing.maxSkewMillis()) / window.cellMillis() + 2;
        if (panes(window) + early > MOST_WORDS / ReportSums.width(question.mechanism())) {
            throw new IllegalArgumentException(
                    "max-skew must be shorter: the counters of all periods that reports may state can take 1 GiB");
        }
        Query counted = new Query(
                question.name(),
                version,
                description(),
                new DeclaredKeys(keys()),
                new TumblingWindow(window.cellMillis()),
                Bounds.NONE,
                List.of(new Count(COUNT, BigDecimal.ONE)),
                new Spend(null, 1),
                null);
        return Plan.of(domain, PrivacyUnit.EVENT, LEAST, timing, List.of(counted));
    }

    /** Everything that the rows of this question depend on, in words: it is part of the meaning of their version. */
    private String description() {
        return "local reports " + question.id() + " of periods of " + period.toMillis() + " ms, windows "
                + window.terms() + ", EstimateTerms[consistent=" + estimate.consistent() + ", minimumReports="
                + estimate.minimumReports() + "]";
    }

    /** What the counters of a pane depend on, in words. Panes of equal words can be added, whatever is published of them. */
    String counted() {
        return "local reports " + question.id() + " of periods of " + period.toMillis() + " ms, panes of "
                + window.cellMillis() + " ms";
    }
}
