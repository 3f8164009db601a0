package dev.weir.jobs.kind.reports;

import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.KindTerms;
import dev.weir.operators.local.support.ReportQuestion;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a file of kind {@code reports} says of its question.
 *
 * @param asked the question, its windows, and what is published of them
 * @param mechanism the word that names the mechanism in the file
 * @param epsilon the privacy loss of one report, as the file states it
 * @param shuffle the delta at which the card says what readers of estimates alone learn; null if it does not say it
 */
record ReportsTerms(
        ReportQuestion asked,
        String mechanism,
        BigDecimal epsilon,
        @Nullable Delta shuffle) implements KindTerms {

    /** The word that names the kind. */
    static final String WORD = "reports";

    @Override
    public String kind() {
        return WORD;
    }
}
