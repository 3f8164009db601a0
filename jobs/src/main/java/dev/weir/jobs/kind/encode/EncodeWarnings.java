package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.HadamardResponse;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.operators.local.encode.EncodeTerms;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Settings of a file of kind {@code encode} that are allowed but make no sense. Each rule has one sentence. */
final class EncodeWarnings {

    private static final BigDecimal LARGE = BigDecimal.TEN;
    private static final BigDecimal HADAMARD = BigDecimal.valueOf(2);

    private final Section root;
    private final Pipeline pipeline;
    private final EncodedAnswer answer;
    private final List<String> lines = new ArrayList<>();

    EncodeWarnings(Section root, Pipeline pipeline, EncodedAnswer answer) {
        this.root = root;
        this.pipeline = pipeline;
        this.answer = answer;
    }

    List<String> lines() {
        EncodeTerms terms = answer.terms();
        Section report = root.section(AnswerSection.REPORT);
        Section allowance = root.section(AllowanceSection.ALLOWANCE);
        warn(
                terms.epsilonOfPeriod().compareTo(LARGE) > 0,
                report,
                AnswerSection.EPSILON,
                "above epsilon 10 a period hardly anything is hidden, was "
                        + terms.epsilonOfPeriod().toPlainString());
        warn(
                terms.question().mechanism() instanceof HadamardResponse
                        && terms.epsilon().compareTo(HADAMARD) > 0,
                report,
                AnswerSection.EPSILON,
                "above epsilon 2 hadamard has a much larger error than subset-selection");
        warn(
                terms.allowance().remember() >= terms.allowance().reports(),
                allowance,
                AllowanceSection.REMEMBER,
                "as many are drawn as are sent: remembering only tells which answers were equal");
        warn(
                answer.field().equals(pipeline.source().unit()),
                root.section(SourceReader.SOURCE),
                SourceReader.UNIT,
                "the answer is the person's id: report.field is the same field");
        return lines;
    }

    private void warn(boolean isUnwise, Section section, Field<?> field, String sentence) {
        if (isUnwise) {
            lines.add(section.origin(field) + ": " + section.path(field) + ": " + sentence);
        }
    }
}
