package dev.weir.jobs.output;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes as lines of {@code released.jsonl} and {@code withheld.jsonl}, without a line end.
 *
 * <p>Every line, withheld ones included, contains its {@link ReleaseId} as text. A line with exact values has the
 * fields of a released line, with a standard deviation of 0. For use by one thread at a time.
 */
public final class JsonRows implements RowFormat {

    private static final long serialVersionUID = 1L;

    private final Plan plan;

    private transient @Nullable RowWriter writer;

    /**
     * Creates the format of a plan's rows.
     *
     * @param plan the plan whose outcomes are written
     */
    public JsonRows(Plan plan) {
        this.plan = plan;
    }

    @Override
    public PublishedRow format(Outcome outcome) {
        ReleaseId id = plan.releaseId(outcome.query(), outcome.key(), outcome.window(), outcome.end());
        String release = id.toString();
        return new PublishedRow(
                outcome.kind(),
                outcome.start(),
                outcome.end(),
                id.query(),
                outcome.key(),
                release,
                outcome.charge(),
                writer().write(outcome, id.query(), release));
    }

    private RowWriter writer() {
        RowWriter known = writer;
        if (known == null) {
            known = new RowWriter(plan);
            writer = known;
        }
        return known;
    }
}
