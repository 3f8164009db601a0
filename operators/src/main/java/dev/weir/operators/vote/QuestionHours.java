package dev.weir.operators.vote;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.io.Serializable;

/**
 * The times that matter to questions. They are functions of a question's own time, the terms and the schedule.
 *
 * @param waitMillis how long a question is open at most, in milliseconds
 * @param memory how long the id of a closed question is remembered from then on, in milliseconds
 * @param from the start of the schedule, epoch milliseconds
 * @param end the end of the schedule, epoch milliseconds; {@link Long#MAX_VALUE} if it has none
 */
record QuestionHours(long waitMillis, long memory, long from, long end) implements Serializable {

    /**
     * The times of the questions of some terms. The id of a closed question is remembered for as long as admission takes votes of a time.
     *
     * @param window the windows by which admission calls votes late
     */
    static QuestionHours of(VoteTerms terms, Window window, Schedule schedule) {
        return new QuestionHours(
                terms.close().within().toMillis(), window.cellMillis(), schedule.from(), schedule.lastEnd(window));
    }

    /** When a question closes at the latest, epoch milliseconds. */
    long deadline(PublicQuestion question) {
        return ScalarMove.saturatedSum(question.time(), waitMillis);
    }

    /** When the id of a question is forgotten, epoch milliseconds. */
    long forgetting(PublicQuestion question) {
        return ScalarMove.saturatedSum(deadline(question), memory);
    }

    /** Whether a question is one of the schedule: it closes behind the start, and is asked before the end. */
    boolean holds(PublicQuestion question) {
        return deadline(question) > from && question.time() < end;
    }

    /**
     * The time up to which questions close.
     *
     * @param watermark a watermark, epoch milliseconds. That of the end of the input closes all questions if the schedule has an end, and none
     *     if it has none
     */
    long closing(long watermark) {
        if (watermark < Long.MAX_VALUE) {
            return watermark;
        }
        return end == Long.MAX_VALUE ? Long.MIN_VALUE : ScalarMove.saturatedSum(end, waitMillis);
    }
}
