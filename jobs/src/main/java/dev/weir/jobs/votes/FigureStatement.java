package dev.weir.jobs.votes;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.jobs.output.TitledValues;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;

/**
 * What is said with a figure that is released: that it is no bound, what it costs itself, and what it and the labels cost together, which is at most
 * the budget. Nothing of it but the figure depends on votes, or on what was drawn from them.
 *
 * @param votes the votes, of which only public numbers are used
 * @param terms the terms of the release
 * @param figure the figure with noise
 */
record FigureStatement(VoteFile votes, ReleaseTerms terms, double figure) {

    private static final int WIDTH = 13;
    private static final MathContext UP = new MathContext(6, RoundingMode.CEILING);

    /** A cost or an epsilon in six digits, rounded up. */
    static String up(double value) {
        return Double.isInfinite(value)
                ? "infinite"
                : String.valueOf(new BigDecimal(value).round(UP).doubleValue());
    }

    /** The epsilon of a rho, at the delta of the budget. */
    static double epsilon(double rho, double delta) {
        return GaussianCurve.epsilon(Rounding.up(Math.sqrt(2 * rho)), delta);
    }

    private double alone() {
        return epsilon(votes.promise().rho(), votes.promise().delta());
    }

    private double labels() {
        return Rounding.up(terms.order() * votes.promise().rho());
    }

    private double cost() {
        return terms.price().rdp();
    }

    private double together() {
        return Rounding.sumUp(labels(), cost());
    }

    private double epsilon() {
        return RenyiConversion.epsilon(
                terms.order(), together(), votes.promise().delta());
    }

    /**
     * The statement, for people and as JSON.
     *
     * @param record where it is recorded
     */
    TitledValues values(Path record) {
        String at = " at order " + terms.order();
        String delta = " at delta " + votes.promise().delta();
        return fields().line("sanitised", "%s: the Renyi loss of these votes%s, plus noise", figure, at)
                .line("", "no bound: the noise has mean 0, a scale that depends on the votes and stays private,")
                .line("", "and may make the figure too small or negative")
                .line("its own cost", "%s%s, on top of what the labels cost", up(cost()), at)
                .line("labels", "at most epsilon %s%s, alone: the budget", up(alone()), delta)
                .line("together", "at most epsilon %s%s: %s%s", up(epsilon()), delta, up(together()), at)
                .line("recorded in", "%s: it is drawn once", record);
    }

    private TitledValues fields() {
        return new TitledValues(0, WIDTH)
                .field("rdp-sanitised", figure)
                .field("order", terms.order())
                .field("beta", terms.beta())
                .field("sigma-ss", terms.sigma())
                .field("release-cost-rdp", cost())
                .field("labels-rdp-data-independent", labels())
                .field("rdp-together", together())
                .field("delta", votes.promise().delta())
                .field("epsilon-labels-alone", alone())
                .field("epsilon-together", epsilon());
    }
}
