package dev.weir.jobs.kind.question;

import dev.weir.accountant.local.client.Question;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Reads the fields of a question. */
public final class QuestionSection {

    private final Section section;
    private final QuestionFields fields;
    private final int before;
    private final String name;
    private final Optional<ReportMechanism> mechanism;
    private final BigDecimal epsilon;
    private final Optional<List<String>> options;
    private final Optional<List<BigDecimal>> range;
    private final BigDecimal grid;

    /**
     * Reads the fields.
     *
     * @param section the section that has them
     * @param fields the fields
     */
    public QuestionSection(Section section, QuestionFields fields) {
        this.section = section;
        this.fields = fields;
        before = section.problemsSoFar();
        name = section.read(fields.question(), "question");
        mechanism = section.find(fields.mechanism());
        epsilon = section.read(fields.epsilon(), BigDecimal.ONE);
        options = section.find(fields.options());
        range = section.find(fields.range());
        grid = section.read(fields.grid(), BigDecimal.ONE);
    }

    /**
     * Ends the section, of which the kind of pipelines has read its own fields, and returns the question.
     *
     * @return empty if a problem of the section has been noted
     */
    public Optional<Question> finish() {
        mechanism.ifPresent(this::requireFitting);
        section.finish();
        return section.isSound(before) ? mechanism.flatMap(this::question) : Optional.empty();
    }

    private void requireFitting(ReportMechanism chosen) {
        boolean ofOptions = chosen.isOfOptions();
        require(fields.options(), ofOptions, ofOptions);
        require(fields.range(), !ofOptions, !ofOptions);
        require(fields.grid(), !ofOptions, false);
    }

    private void require(Field<?> field, boolean isAllowed, boolean isNeeded) {
        if (isNeeded && !section.has(field)) {
            section.problem(field, "must be given for " + mechanism());
        } else if (!isAllowed && section.has(field)) {
            section.problem(field, "must be left out for " + mechanism());
        }
    }

    private Optional<Question> question(ReportMechanism chosen) {
        try {
            return Optional.of(chosen.question(
                    new Asked(name, epsilon, options.orElse(List.of()), range.orElse(List.of()), grid)));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }

    /** Returns the word that names the mechanism; empty if a problem has been noted. */
    public String mechanism() {
        return mechanism.map(ReportMechanism::word).orElse("");
    }

    /** Returns the privacy loss of one report. */
    public BigDecimal epsilon() {
        return epsilon;
    }
}
