package dev.weir.jobs.output;

import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How long a row can be, its release id included. It is a function of configuration alone. */
public final class LargestRow {

    /** The last end of a window, epoch milliseconds. */
    private static final long LAST_END = 8_640_000_000_000_000L;

    /** The last step of a series. */
    private static final long LAST_STEP = SeriesPrice.LAST_STEP;

    /** By how many digits a number that is computed from a block's coordinates may be longer than here. */
    private static final int MORE_DIGITS = 24;

    private LargestRow() {}

    /**
     * The length in bytes of the longest row of a plan, within a few digits.
     *
     * @param plan the plan whose rows are meant
     */
    public static int bytes(Plan plan) {
        JsonRows rows = new JsonRows(plan);
        int longest = 0;
        for (int number = 0; number < plan.queries().size(); number++) {
            Query query = plan.queries().get(number).query();
            longest = Math.max(longest, bytes(rows, number, query));
        }
        return longest;
    }

    private static int bytes(JsonRows rows, int number, Query query) {
        long[] values = new long[query.layout().measured()];
        Arrays.fill(values, Long.MIN_VALUE);
        return query.keys().longest().stream()
                .map(key -> new Outcome(Outcome.Kind.RELEASED, number, key, LAST_END, LAST_END, LAST_STEP, 0, values))
                .map(rows::format)
                .mapToInt(row -> length(row) + (query.hasBlocks() ? moreDigits(row) : 0))
                .max()
                .orElse(0);
    }

    private static int length(PublishedRow row) {
        return row.releaseId().getBytes(StandardCharsets.UTF_8).length + row.line().length;
    }

    /** The additional digits of a row: it has at most as many numbers as commas, and one more for each value. */
    private static int moreDigits(PublishedRow row) {
        int numbers = 1;
        for (byte character : row.line()) {
            numbers += character == ',' ? 1 : 0;
        }
        return numbers * MORE_DIGITS;
    }
}
