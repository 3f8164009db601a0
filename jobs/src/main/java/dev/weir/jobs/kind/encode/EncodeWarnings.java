package dev.weir.jobs.kind.encode;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.kind.question.QuestionWarnings;
import dev.weir.operators.local.encode.EncodeTerms;
import java.math.BigDecimal;
import java.util.List;

/** Settings of a file of kind {@code encode} that are allowed but make no sense. Each rule has one sentence. */
final class EncodeWarnings {

    private static final BigDecimal LARGE = BigDecimal.TEN;

    private final Section root;
    private final Pipeline pipeline;
    private final EncodedAnswer answer;
    private final QuestionWarnings warnings = new QuestionWarnings();

    EncodeWarnings(Section root, Pipeline pipeline, EncodedAnswer answer) {
        this.root = root;
        this.pipeline = pipeline;
        this.answer = answer;
    }

    List<String> lines() {
        EncodeTerms terms = answer.terms();
        Section report = root.section(AnswerSection.REPORT);
        if (terms.epsilonOfPeriod().compareTo(LARGE) > 0) {
            warnings.add(
                    report,
                    AnswerSection.EPSILON,
                    "above epsilon 10 a period hardly anything is hidden, was "
                            + terms.epsilonOfPeriod().toPlainString());
        }
        warnings.addLargeError(report, AnswerSection.QUESTION, terms.question().mechanism(), terms.epsilon());
        if (terms.allowance().remember() >= terms.allowance().reports()) {
            warnings.add(
                    root.section(AllowanceSection.ALLOWANCE),
                    AllowanceSection.REMEMBER,
                    "as many are drawn as are sent: remembering only tells which answers were equal");
        }
        if (answer.field().equals(pipeline.source().unit())) {
            warnings.add(
                    root.section(SourceReader.SOURCE),
                    SourceReader.UNIT,
                    "the answer is the person's id: report.field is the same field");
        }
        return warnings.lines();
    }
}
