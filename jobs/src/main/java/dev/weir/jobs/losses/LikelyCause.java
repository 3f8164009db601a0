package dev.weir.jobs.losses;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.time.Durations;
import dev.weir.operators.time.text.TimeFormat;
import java.time.Duration;
import java.util.Optional;

/** Finds the likely reason why records are refused, and names the field or setting to check. It never shows a value. */
public final class LikelyCause {

    /** The time formats that Weir reads, in words. */
    public static final String TIMES =
            "ISO 8601 with a T and with Z or an offset, such as 2026-01-31T08:30:00Z, or epoch milliseconds";

    private static final Duration YEAR = Duration.ofDays(365);

    private final Pipeline pipeline;
    private final boolean runsBackwards;

    /**
     * Creates a finder of causes for one recording.
     *
     * @param pipeline the pipeline with the columns of the recording
     * @param runsBackwards whether most records of the recording are older than the record before
     */
    public LikelyCause(Pipeline pipeline, boolean runsBackwards) {
        this.pipeline = pipeline;
        this.runsBackwards = runsBackwards;
    }

    /**
     * Returns a warning if times seem to be in seconds. Times in seconds, read as milliseconds, all lie in January
     * 1970.
     *
     * @param pipeline the pipeline
     * @param newest the newest time of all records, epoch milliseconds
     */
    public static Optional<String> seconds(Pipeline pipeline, long newest) {
        return newest >= 0 && newest < YEAR.toMillis()
                ? Optional.of("all times are in 1970: is field "
                        + pipeline.source().time() + " in seconds? Then set source.time-format to seconds")
                : Optional.empty();
    }

    /**
     * Describes the likely cause of a rejection code, and what to check.
     *
     * @param code the code
     */
    public String of(Rejection code) {
        return switch (code) {
            case MALFORMED -> pipeline.source().format().malformed();
            case SCHEMA -> "a field holds an object, a list or a truth value: name the field inside it, as in user.id";
            case NO_UNIT -> "nothing is in field " + pipeline.source().unit() + ": check source.unit";
            case NO_TIME -> "no time is in field " + pipeline.source().time() + " in a form that is read: " + times();
            case NO_KEY ->
                "nothing is in a field that queries.key.field, queries.key.fields or report.field names, or from which one is looked up";
            case NOT_A_NUMBER ->
                "a field that is summed up holds no decimal number such as -12.5: no currency, no blanks,"
                        + " a point and no comma before the decimals";
            case OUT_OF_RANGE ->
                "a number is beyond 64 bits, a time beyond the year 275000 (check the unit of time), or an answer is none of"
                        + " report.options or outside of report.range";
            case TOO_LARGE -> "longer than limits.record-bytes, key-bytes or unit-bytes allow";
            case NO_APPEND_TIME ->
                "the topic has no time of the broker: set its message.timestamp.type to LogAppendTime";
            case FUTURE ->
                "further ahead than clock.max-skew ("
                        + Durations.text(pipeline.plan().timing().maxSkewMillis())
                        + ") of all records before them: wrong dates, another unit of time (source.time-format), or a longer gap"
                        + " in the recording";
            case LATE -> late();
            case QUESTION, MECHANISM, PERIOD, BODY -> ofReport(code);
            case NO_QUESTION -> "their question is not in the topic or file of questions, or came later than they did";
            case SECOND_VOTE -> "their teachers had voted on the same question: the first vote counts";
            case UNKNOWN_SCHEMA -> "source.registry does not have their schema under its subject, or did not answer";
            case BELOW_FLOOR, HELD_TOO_LONG -> "they came when their windows had been closed";
        };
    }

    /** The likely cause of a code that only local reports have. */
    private static String ofReport(Rejection code) {
        return switch (code) {
            case QUESTION -> "they answer another question than report.question";
            case MECHANISM ->
                "they were drawn by another mechanism, for another epsilon, or for other options or another grid than report says";
            case PERIOD ->
                "they are about a period that has not begun or is before the schedule: do clients count periods of report.per"
                        + " since 1970-01-01 in UTC?";
            case BODY -> "what r holds is no output of the mechanism: see docs/local.md, the form of a report";
            default -> throw new IllegalArgumentException("code must be of a report, was " + code);
        };
    }

    private String times() {
        TimeFormat times = pipeline.source().times();
        if (times.form().isEmpty()) {
            return TIMES + (times.zone() == null ? " (source.time-format reads other forms)" : "");
        }
        return times.form() + " (source.time-format)";
    }

    private String late() {
        String time = pipeline.source().time();
        return runsBackwards
                ? "the recording runs backwards in time: weir replay --sort sorts it by " + time
                : "the recording is not in the order of " + time
                        + ": weir replay --sort sorts it, or raise clock.delay ("
                        + Durations.text(pipeline.plan().timing().delayMillis()) + ")";
    }
}
