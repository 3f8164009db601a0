package dev.weir.operators.vote;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import java.io.Serializable;

/**
 * Writes rows, whose key is the id of the question, and whose window lasts from the question's time until it closed. A row is written once
 * and then only copied.
 *
 * @param plan the plan, which names releases
 * @param format writes the lines
 */
record VoteRows(Plan plan, VoteFormat format) implements Serializable {

    /** The row of a label, of a vote that did not pass its check, or of a withheld question. */
    PublishedRow published(Labeller.Labelled labelled) {
        VoteResult result = labelled.result();
        Outcome.Kind kind = result.withheld() ? Outcome.Kind.WITHHELD : Outcome.Kind.RELEASED;
        return row(kind, result, labelled.charge(), format.line(result));
    }

    /** The private row of the votes on a question. */
    PublishedRow exact(VoteResult result, ExactVote exact) {
        return row(Outcome.Kind.EXACT, result, 0, format.exact(exact));
    }

    private PublishedRow row(Outcome.Kind kind, VoteResult result, long charge, byte[] line) {
        ReleaseId id = plan.releaseId(0, result.question(), 0, result.closed());
        return new PublishedRow(
                kind, result.time(), result.closed(), id.query(), id.key(), id.toString(), charge, line);
    }
}
