package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.client.Question;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.kind.question.QuestionFields;
import dev.weir.jobs.kind.question.QuestionSection;
import dev.weir.jobs.kind.question.ReportMechanism;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the section {@code report} of a file of kind {@code reports}: the question, and the periods that reports state. */
final class ReportSection {

    private static final Map<String, Duration> PERIODS =
            Map.of("hour", Duration.ofHours(1), "day", Duration.ofDays(1), "week", Duration.ofDays(7));

    /** The fields that every question has. */
    static final QuestionFields QUESTION = QuestionFields.of(
            List.of(ReportMechanism.values()),
            new QuestionFields.Sentences(
                    "its name, `q` of every report, and the name of the query in rows and ids",
                    "what a sender loses by one report, from 1e-9 to 16",
                    "the answers in their order, two or more: they are the keys of rows. One should be for people without an answer",
                    "`[low, high]`, to which clients clamp; multiples of `grid`",
                    "the step to which clients round numbers; by default 1"));

    private static final Field<String> PER = Field.of(
            "per",
            Literals.oneOf("hour", "day", "week"),
            "the length of the period that a report states as `p`, counted since 1970-01-01T00:00:00Z: `hour`, `day` (default), `week`."
                    + " Windows and panes are whole periods");

    /** The field with the privacy loss of a report. */
    static final Field<BigDecimal> EPSILON = QUESTION.epsilon();

    /** The section {@code report} of a pipeline file. */
    static final Field<Section> REPORT = Field.of(
                    "report",
                    MapType.of(Shape.of(
                            QUESTION.question(),
                            QUESTION.mechanism(),
                            EPSILON,
                            QUESTION.options(),
                            QUESTION.range(),
                            QUESTION.grid(),
                            PER)),
                    "the question, and how its reports are drawn")
            .required();

    private final QuestionSection asked;
    private final Duration period;
    private final Optional<Question> question;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    ReportSection(Section root) {
        Section section = root.section(REPORT);
        asked = new QuestionSection(section, QUESTION);
        period = PERIODS.getOrDefault(section.read(PER, "day"), Duration.ofDays(1));
        question = asked.finish();
    }

    /** The question; empty if a problem of the section has been noted. */
    Optional<Question> question() {
        return question;
    }

    /** The word that names the mechanism. */
    String mechanism() {
        return asked.mechanism();
    }

    /** The privacy loss of one report. */
    BigDecimal epsilon() {
        return asked.epsilon();
    }

    /** The length of the periods that reports state. */
    Duration period() {
        return period;
    }
}
