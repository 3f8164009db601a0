package dev.weir.jobs.kind.question;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Collects what is allowed in a file and makes no sense. */
public final class QuestionWarnings {

    /** An error that is worth another mechanism: 1.2 times that of subset selection, in the squares that errors add by. */
    private static final double WORSE = 1.44;

    private final List<String> lines = new ArrayList<>();

    /**
     * Adds a warning.
     *
     * @param section the section of the field
     * @param field the field
     * @param sentence the rest of the sentence
     */
    public void add(Section section, Field<?> field, String sentence) {
        lines.add(section.origin(field) + ": " + section.words(field) + ": " + sentence);
    }

    /**
     * Adds a warning if subset selection has a much smaller error.
     *
     * @param section the section of the question
     * @param fields its fields
     * @param mechanism the mechanism
     * @param epsilon the privacy loss of one report
     */
    public void addLargeError(Section section, QuestionFields fields, LocalMechanism mechanism, BigDecimal epsilon) {
        if (!(mechanism instanceof CategoryResponse response)) {
            return;
        }
        int options = response.options();
        double best = SubsetResponse.of(options, epsilon).rates().totalError(options);
        double ratio = response.rates().totalError(options) / best;
        if (ratio > WORSE) {
            add(
                    section,
                    fields.mechanism(),
                    "the error of counts is " + ThreeDigits.rounded(Math.sqrt(ratio))
                            + " times that of subset-selection: choose it unless clients are there already");
        }
    }

    /** Returns the warnings, one line each, in the form of problems. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
