package dev.weir.jobs.output;

import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Computes how long a row can be, including its release id. The length is a function of configuration alone. */
public final class LargestRow {

    /** The last possible end of a window, epoch milliseconds. */
    private static final long LAST_END = 8_640_000_000_000_000L;

    /** The last possible step of a series. */
    private static final long LAST_STEP = SeriesPrice.LAST_STEP;

    /**
     * The number of digits by which a value computed from a block's coordinates may be longer than in the row that is
     * measured here.
     */
    private static final int MORE_DIGITS = 24;

    private LargestRow() {}

    /**
     * Returns the length of the longest row of a plan in bytes. The length is accurate to a few digits, except that it may be
     * too large for queries with blocks.
     *
     * @param plan the plan that releases the rows
     * @param rows writes the rows
     */
    public static int bytes(Plan plan, RowFormat rows) {
        int longest = 0;
        for (int number = 0; number < plan.queries().size(); number++) {
            longest = Math.max(longest, bytes(rows, number, plan.queries().get(number)));
        }
        return longest;
    }

    private static int bytes(RowFormat rows, int number, PricedQuery priced) {
        Query query = priced.query();
        long[] values = new long[priced.releasedNumbers()];
        Arrays.fill(values, Long.MIN_VALUE);
        return query.keys().longest().stream()
                .flatMap(key -> windows(query)
                        .mapToObj(window -> new Outcome(
                                Outcome.Kind.RELEASED, number, key, LAST_END, LAST_END, LAST_STEP, window, 0, values)))
                .map(rows::format)
                .mapToInt(row ->
                        length(row) + (query.hasBlocks() || priced.levelNoise().isPresent() ? moreDigits(row) : 0))
                .max()
                .orElse(0);
    }

    /** The numbers of the named windows of a query; 0 if it has none. */
    private static IntStream windows(Query query) {
        int named = query.window().named().size();
        return named == 0 ? IntStream.of(0) : IntStream.rangeClosed(1, named);
    }

    private static int length(PublishedRow row) {
        return row.releaseId().getBytes(StandardCharsets.UTF_8).length + row.line().length;
    }

    /**
     * The additional digits of a row. A row has at most one number more than it has commas, and each number may have
     * {@link #MORE_DIGITS} more digits.
     */
    private static int moreDigits(PublishedRow row) {
        int numbers = 1;
        for (byte character : row.line()) {
            numbers += character == ',' ? 1 : 0;
        }
        return numbers * MORE_DIGITS;
    }
}
