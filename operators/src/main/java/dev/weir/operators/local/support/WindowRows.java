package dev.weir.operators.local.support;

import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the rows of a window: one for each key, whatever was reported. Rows are written once and then only copied.
 *
 * @param asked the question
 * @param plan the question's plan, which names releases
 * @param format writes the lines
 */
record WindowRows(ReportQuestion asked, Plan plan, EstimateFormat format) {

    private static final long NO_CHARGE = 0;

    /**
     * The rows of a window, in the order of the keys.
     *
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     * @param sums the reports of the window
     */
    List<PublishedRow> of(long start, long end, ReportSums sums) {
        WindowEstimates estimates = new WindowEstimates(asked);
        List<List<Estimate>> values = estimates.withholds(sums) ? List.of() : estimates.of(sums);
        List<String> keys = asked.keys();
        List<PublishedRow> rows = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            ReleaseId id = plan.releaseId(0, keys.get(i), 0, end);
            rows.add(values.isEmpty() ? withheld(id, start) : released(id, start, values.get(i)));
        }
        return rows;
    }

    private PublishedRow released(ReleaseId id, long start, List<Estimate> values) {
        byte[] line = format.line(new Release(id, Instant.ofEpochMilli(start), values));
        return row(Outcome.Kind.RELEASED, id, start, line);
    }

    private PublishedRow withheld(ReleaseId id, long start) {
        return row(Outcome.Kind.WITHHELD, id, start, format.line(new Withheld(id, Instant.ofEpochMilli(start))));
    }

    private static PublishedRow row(Outcome.Kind kind, ReleaseId id, long start, byte[] line) {
        return new PublishedRow(kind, start, id.windowEnd(), id.query(), id.key(), id.toString(), NO_CHARGE, line);
    }
}
