package dev.weir.calculator.vote;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * How many answers fit in a budget. Check and answer are Gaussian noise, so the largest &mu;&sup2;/2 of the budget is shared out: 1/(2
 * &sigma;<sub>1</sub>&sup2;) for a check and 1/&sigma;<sub>2</sub>&sup2; for an answer. {@code answers_zero_out} counts as if an answer cost half, which holds where
 * a teacher's vote is dropped rather than replaced.
 */
final class VoteBudget {

    static final List<String> COLUMNS = List.of("rho_budget", "rho_per_answer", "answers", "answers_zero_out");

    private static final MathContext UP = new MathContext(60, RoundingMode.CEILING);
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private VoteBudget() {}

    static Answer answer(Arguments arguments) {
        if (arguments.find(VoteOptions.MECHANISM).orElse("").equals(VoteOptions.LNMAX)) {
            throw VoteOptions.MECHANISM.invalid("must be one with Gaussian noise, was " + VoteOptions.LNMAX);
        }
        double mu = GaussianCurve.mu(arguments.get(VoteOptions.EPSILON), arguments.get(VoteOptions.DELTA));
        double budget = Rounding.down(mu * mu) / 2;
        double answerSigma = Require.scale("answerSigma", arguments.get(VoteOptions.ANSWER_SIGMA));
        BigDecimal answer = inverseSquare(answerSigma);
        BigDecimal checks = checks(arguments);
        BigDecimal half = answer.divide(BigDecimal.valueOf(2), UP);
        return new Answer()
                .with("rho_budget", budget)
                .with("rho_per_answer", Rounding.up(checks.add(answer)))
                .with("answers", fitting(budget, checks.add(answer)))
                .with("answers_zero_out", fitting(budget, checks.add(half)));
    }

    /** What the checks for one answer cost. */
    private static BigDecimal checks(Arguments arguments) {
        if (!arguments.has(VoteOptions.CHECK_SIGMA)) {
            return BigDecimal.ZERO;
        }
        double sigma = Require.scale("checkSigma", arguments.get(VoteOptions.CHECK_SIGMA));
        double asked = arguments.get(VoteOptions.ASKED_PER_ANSWER);
        if (!(asked >= 1 && asked <= 1e18)) {
            throw VoteOptions.ASKED_PER_ANSWER.invalid("must be between 1 and 1e18, was " + asked);
        }
        return new BigDecimal(asked).multiply(inverseSquare(sigma)).divide(BigDecimal.valueOf(2), UP);
    }

    private static BigDecimal inverseSquare(double sigma) {
        BigDecimal exact = BigDecimal.valueOf(sigma);
        return BigDecimal.ONE.divide(exact.multiply(exact), UP);
    }

    private static long fitting(double budget, BigDecimal price) {
        BigDecimal count = new BigDecimal(budget).divide(price, MathContext.DECIMAL128);
        return count.min(MOST).setScale(0, RoundingMode.DOWN).longValueExact();
    }
}
