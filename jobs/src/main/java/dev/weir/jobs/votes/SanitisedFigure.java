package dev.weir.jobs.votes;

import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.VoteRule;
import dev.weir.accountant.vote.smooth.AnswerSensitivity;
import dev.weir.accountant.vote.smooth.CheckSensitivity;
import dev.weir.accountant.vote.smooth.SmoothSensitivity;
import dev.weir.accountant.vote.smooth.SurplusSensitivity;
import java.math.BigDecimal;
import java.util.List;

/**
 * Draws the one figure about votes that may be published: the loss at one order of check and answer of every question that is asked whatever is drawn ({@link
 * VoteFile#always}), plus noise. Which questions were asked beyond them, and which were answered, is not used: the file is of a replay of its own, whose
 * draws nobody has paid for.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced by any others or by unreadable ones; the questions, their order, and the budget are
 * public. The figure is a sum over questions, and one teacher may change its label on each: the sensitivity at a distance is
 * the sum of those of the questions, each the largest within the distance, and its discounted maximum S is smooth ({@link
 * SmoothSensitivity}). The figure is rounded to a public grid, which adds one step to S. The integer nearest to a Gaussian variable is added: the result is
 * the rounded outcome of Gaussian noise of standard deviation &sigma; S on the rounded figure. Cost: {@link
 * dev.weir.accountant.vote.smooth.SanitisedPrice}, at a smoothness that has room for rounding errors; a step of the grid is far larger than these,
 * so that it also bounds their share in S.
 */
final class SanitisedFigure {

    /** The grid has this many steps up to the loss for any votes. */
    private static final double STEPS = 0x1p24;

    private final VoteFile file;
    private final ReleaseTerms terms;
    private final List<VoteFile.Question> questions;
    private double figure;
    private SmoothSensitivity sensitivity;

    SanitisedFigure(VoteFile file, ReleaseTerms terms) {
        this.file = file;
        this.terms = terms;
        this.questions = file.always();
        this.sensitivity = SmoothSensitivity.none(file.teachers());
        addAnswers();
        file.rule().check().ifPresent(file.isInteractive() ? this::addSurpluses : this::addChecks);
    }

    private void addAnswers() {
        VoteRule rule = file.rule();
        AnswerSensitivity answers =
                new AnswerSensitivity(rule.answerSigma(), terms.order(), file.labels(), rule.step());
        for (VoteFile.Question question : questions) {
            add(answers.loss(question.votes()), answers.of(question.votes(), file.teachers()));
        }
    }

    private void addChecks(ConfidentGnMax mechanism) {
        CheckSensitivity checks = new CheckSensitivity(mechanism, file.teachers(), terms.order());
        for (VoteFile.Question question : questions) {
            int most = (int) question.compared();
            add(checks.loss(most), checks.of(most));
        }
    }

    private void addSurpluses(ConfidentGnMax mechanism) {
        SurplusSensitivity checks = new SurplusSensitivity(mechanism, file.teachers(), terms.order());
        for (VoteFile.Question question : questions) {
            add(checks.loss(question.compared()), checks.of(question.compared()));
        }
    }

    private void add(double loss, SmoothSensitivity change) {
        figure += loss;
        sensitivity = sensitivity.plus(change);
    }

    /** The exact figure: as secret as the votes. */
    double exact() {
        return figure;
    }

    /** The smooth sensitivity of the exact figure: as secret as the votes. */
    double smooth() {
        return sensitivity.smooth(terms.beta());
    }

    /** The step of the grid on which the figure is released: a function of public numbers. */
    double step() {
        double most = terms.order() * file.rule().rho(questions.size(), questions.size());
        return Math.scalb(1.0, Math.getExponent(most / STEPS));
    }

    /**
     * Draws the figure with noise.
     *
     * @param randomness the source of the random bits
     */
    double draw(Randomness randomness) {
        double step = step();
        double scale = terms.sigma() * (smooth() / step + 1);
        Ratio sigma = Ratio.of(new BigDecimal(scale));
        return step * new RoundedGaussian(sigma.times(sigma)).sampler().addTo(Math.round(figure / step), randomness);
    }

    /** A text without figures. */
    @Override
    public String toString() {
        return "SanitisedFigure";
    }
}
