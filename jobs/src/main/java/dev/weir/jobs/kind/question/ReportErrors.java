package dev.weir.jobs.kind.question;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.SupportRates;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import org.jspecify.annotations.Nullable;

/**
 * How far estimates are off, by the number of reports, beside a trusted server that adds Laplace noise at the same epsilon.
 *
 * @param question the question
 * @param epsilon the privacy loss of one report
 */
public record ReportErrors(Question question, double epsilon) {

    /**
     * The standard error of an estimate from reports. Of options it is the root mean square over all of them, which is the same
     * whatever people answer ({@link SupportRates#totalError}); of a mean the largest that the mechanism's noise has.
     *
     * @param reports how many reports there are, at least 1
     */
    public double local(long reports) {
        return question.mechanism() instanceof CategoryResponse response
                ? Math.sqrt((double) reports * response.rates().totalError(response.options()) / response.options())
                : grid() * numbers().worstDeviation() / Math.sqrt((double) reports);
    }

    /**
     * The standard deviation of a trusted server's number under the same neighbours, in which an answer is replaced. All counts
     * together move by 2, so that each has discrete Laplace noise of scale 2 / epsilon, of deviation 1 / (sqrt 2 sinh(epsilon / 4));
     * a mean of so many numbers is their sum with noise of scale width / epsilon.
     *
     * @param reports how many people there are, at least 1
     */
    public double central(long reports) {
        return question.mechanism() instanceof CategoryResponse
                ? 1 / (Math.sqrt(2) * Math.sinh(epsilon / 4))
                : grid() * Math.sqrt(2) * (double) numbers().range().width() / epsilon / (double) reports;
    }

    private NumberResponse numbers() {
        return (NumberResponse) question.mechanism();
    }

    private double grid() {
        return ((NumberQuestion) question).grid().doubleValue();
    }

    /** By how much one made-up report can move a count, or a sum of numbers; null if there is no limit, as for Laplace noise. */
    public @Nullable Double influence() {
        double influence = question.mechanism().influence() * (question instanceof NumberQuestion ? grid() : 1);
        return Double.isInfinite(influence) ? null : influence;
    }

    /** Returns {@link #influence} in words. */
    public String influenceInWords() {
        Double influence = influence();
        return influence == null ? "any number" : ThreeDigits.rounded(influence);
    }
}
