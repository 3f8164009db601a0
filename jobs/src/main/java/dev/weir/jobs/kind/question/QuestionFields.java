package dev.weir.jobs.kind.question;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import java.math.BigDecimal;
import java.util.List;

/**
 * The fields of a question, which every kind of pipelines over local reports has.
 *
 * @param question its name
 * @param mechanism how its reports are drawn
 * @param epsilon the privacy loss of one report
 * @param options the answers, for mechanisms of options
 * @param range the least and the largest answer, for mechanisms of numbers
 * @param grid the step of numbers
 */
public record QuestionFields(
        Field<String> question,
        Field<ReportMechanism> mechanism,
        Field<BigDecimal> epsilon,
        Field<List<String>> options,
        Field<List<BigDecimal>> range,
        Field<BigDecimal> grid) {

    /**
     * What pages and the schema say of the fields whose meaning depends on the kind of pipelines.
     *
     * @param question of the name
     * @param epsilon of the privacy loss
     * @param options of the options
     * @param range of the range
     * @param grid of the step of numbers
     */
    public record Sentences(String question, String epsilon, String options, String range, String grid) {}

    /**
     * Returns the fields.
     *
     * @param mechanisms the mechanisms that the kind of pipelines has, in the order in which they are named
     * @param sentences what is said of the fields
     */
    public static QuestionFields of(List<ReportMechanism> mechanisms, Sentences sentences) {
        return new QuestionFields(
                Field.of("question", Literals.name(64, "1 to 64 of A-Z a-z 0-9 . _ -"), sentences.question())
                        .required(),
                Field.of(
                                "mechanism",
                                Literals.choice(mechanisms.toArray(ReportMechanism[]::new)),
                                ReportMechanism.sentence(mechanisms))
                        .required(),
                Field.of("epsilon", Literals.POSITIVE, sentences.epsilon()).required(),
                Field.of("options", ListType.of(Literals.TEXT), sentences.options())
                        .neededIf("for options"),
                Field.of("range", ListType.range(), sentences.range()).neededIf("for numbers"),
                Field.of("grid", Literals.POSITIVE, sentences.grid()));
    }
}
