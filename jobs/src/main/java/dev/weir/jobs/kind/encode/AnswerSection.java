package dev.weir.jobs.kind.encode;

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
import java.util.List;
import java.util.Optional;

/** Reads the section {@code report} of a file of kind {@code encode}: the question, and where a record has its answer. */
final class AnswerSection {

    /** The fields that every question has. */
    static final QuestionFields QUESTION = QuestionFields.of(
            List.of(
                    ReportMechanism.SUBSET_SELECTION,
                    ReportMechanism.RANDOMIZED_RESPONSE,
                    ReportMechanism.HADAMARD,
                    ReportMechanism.INTERVAL,
                    ReportMechanism.LOCAL_LAPLACE),
            new QuestionFields.Sentences(
                    "its name: `q` of every report, and part of the ids of rows",
                    "what a person loses by one report, from 1e-9 to 16. Above 10 a period there is a warning, above 100 an error",
                    "the answers in their order, two or more; a record with any other is refused, `OUT_OF_RANGE`, and that is seen."
                            + " One should be for people without an answer",
                    "`[low, high]`, multiples of `grid`; a record with a number outside is refused, `OUT_OF_RANGE`, and that is seen",
                    "the step to which numbers are rounded; by default 1"));

    private static final Field<Integer> VERSION = Field.of(
            "version",
            Literals.count(Integer.MAX_VALUE),
            "of the question; by default 1. Another field, format, field of times, mechanism, epsilon, options, range, grid, `reports` or"
                    + " `remember` needs the next one: whoever has sent a report in a period then sends no more in it. A larger loss in a"
                    + " period, or `allowance.per`, needs another pipeline");

    /** The field that names the record's field with the answer. */
    static final Field<String> FIELD = Field.of("field", Literals.TEXT, "the field of a record that holds the answer")
            .required();

    /** The field with the privacy loss of one report. */
    static final Field<BigDecimal> EPSILON = QUESTION.epsilon();

    /** The section {@code report} of a pipeline file. */
    static final Field<Section> REPORT = Field.of(
                    "report",
                    MapType.of(Shape.of(
                            QUESTION.question(),
                            VERSION,
                            FIELD,
                            QUESTION.mechanism(),
                            EPSILON,
                            QUESTION.options(),
                            QUESTION.range(),
                            QUESTION.grid())),
                    "the question, and how its reports are drawn")
            .required();

    private final Section section;
    private final QuestionSection asked;
    private final int version;
    private final String field;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    AnswerSection(Section root) {
        section = root.section(REPORT);
        asked = new QuestionSection(section, QUESTION);
        version = section.read(VERSION, 1);
        field = section.read(FIELD, "answer");
    }

    /** Ends the section and returns the question; empty if a problem has been noted. */
    Optional<Question> question() {
        return asked.finish();
    }

    int version() {
        return version;
    }

    String field() {
        return field;
    }

    String mechanism() {
        return asked.mechanism();
    }

    BigDecimal epsilon() {
        return asked.epsilon();
    }

    /** Notes a problem if the columns are known and the field with the answer is none of them. */
    void checkColumns(List<String> columns) {
        if (!columns.isEmpty() && section.has(FIELD) && !columns.contains(field)) {
            section.problem(FIELD, "must be one of the columns " + columns + ", was " + field);
        }
    }

    /** Notes a problem of the epsilon of a report. */
    void problem(String rule) {
        section.problem(EPSILON, rule);
    }
}
