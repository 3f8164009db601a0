package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.local.encode.EncodeTerms;

/** How far estimates from reports are off, beside what a server that is trusted would add. */
final class EncodeErrors {

    private static final long REPORTS = 10_000;

    /** The standard deviation of Laplace noise of scale 1. */
    private static final double LAPLACE = Math.sqrt(2);

    private final EncodeTerms terms;

    EncodeErrors(EncodeTerms terms) {
        this.terms = terms;
    }

    /** Adds the errors to a card. */
    void addTo(TitledValues page) {
        if (terms.question().mechanism() instanceof CategoryResponse response) {
            double own = Math.sqrt(response.rates().variance(0, REPORTS));
            String words =
                    "a count of a rare option among %d reports has a standard error of %.3g; a trusted server's, %.3g";
            add(page, words, own, LAPLACE / terms.epsilon().doubleValue());
        } else {
            NumberQuestion number = (NumberQuestion) terms.question();
            double grid = number.grid().doubleValue();
            double own = number.mechanism().worstDeviation() * grid / Math.sqrt((double) REPORTS);
            double width = (double) number.mechanism().range().width() * grid;
            String words = "a mean of %d reports has a standard error of at most %.3g; a trusted server's noise, %.3g";
            add(page, words, own, LAPLACE * width / terms.epsilon().doubleValue() / (double) REPORTS);
        }
    }

    private void add(TitledValues page, String words, double own, double central) {
        page.line("Accuracy", words, REPORTS, own, central)
                .line("", "one report that was made up moves an estimated %s by up to %.3g", what(), influence())
                .field(
                        "accuracy",
                        new TitledValues()
                                .field("reports", REPORTS)
                                .field("stderr", own)
                                .field("trusted-server", central)
                                .field("influence", influence()));
    }

    private String what() {
        return terms.question() instanceof NumberQuestion ? "sum" : "count";
    }

    private double influence() {
        double steps = terms.question().mechanism().influence();
        return terms.question() instanceof NumberQuestion number
                ? steps * number.grid().doubleValue()
                : steps;
    }
}
