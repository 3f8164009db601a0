package dev.weir.operators.topology;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;

/**
 * Writes outcomes as rows, and the end of a window, which the ledger alone takes, as a row without a line.
 *
 * @param plan the plan that names the queries
 * @param format the format of all other outcomes
 */
record RowsAndWindows(Plan plan, RowFormat format) implements RowFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public PublishedRow format(Outcome outcome) {
        return outcome.kind() == Outcome.Kind.CLOSED
                ? PublishedRow.of(
                        outcome, plan.releaseId(outcome.query(), outcome.key(), 0, outcome.end()), new byte[0])
                : format.format(outcome);
    }
}
