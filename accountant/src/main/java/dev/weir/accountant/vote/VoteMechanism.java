package dev.weir.accountant.vote;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * How the winner of a vote of teachers is published. {@link NoisyWinner} draws it, {@link VotePrices} states what it costs.
 *
 * <p>All &sigma; and thresholds are exact decimals in votes. A &sigma; is from 10<sup>-6</sup> to 2<sup>24</sup>, the largest
 * that can be drawn on the grid of 2<sup>-16</sup> votes.
 */
public sealed interface VoteMechanism extends Serializable {

    /** The &sigma; of the noise on each label's votes. */
    BigDecimal answerSigma();

    /** The check that a vote must pass before it is answered; empty if every vote is answered. */
    Optional<Check> check();

    /** The name and the parameters in one fixed spelling. Equal mechanisms have equal words. */
    String words();

    /** Whether the check is about the surplus over the student's public belief, so that every question needs a belief. */
    default boolean isInteractive() {
        return this instanceof InteractiveGnmax;
    }

    /**
     * A noisy comparison with a threshold.
     *
     * @param threshold the votes that must be reached, at most 2<sup>40</sup> in absolute value
     * @param sigma the &sigma; of the noise, in votes
     */
    record Check(BigDecimal threshold, BigDecimal sigma) implements Serializable {

        private static final BigDecimal MOST = BigDecimal.valueOf(1L << 40);

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
        public Check {
            Require.that(
                    threshold.abs().compareTo(MOST) <= 0, "threshold", "at most 2^40 in absolute value", threshold);
            requireSigma("check-sigma", sigma);
        }
    }

    /**
     * GNMax: every vote is answered by the label with the most noisy votes.
     *
     * @param sigma the &sigma; of the noise on each label's votes
     */
    record Gnmax(BigDecimal sigma) implements VoteMechanism {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range */
        public Gnmax {
            requireSigma("sigma", sigma);
        }

        @Override
        public BigDecimal answerSigma() {
            return sigma;
        }

        @Override
        public Optional<Check> check() {
            return Optional.empty();
        }

        @Override
        public String words() {
            return "gnmax sigma " + plain(sigma);
        }
    }

    /**
     * Confident-GNMax: a vote is answered if the most votes of any label, with noise, reach a threshold.
     *
     * @param threshold the threshold in votes
     * @param checkSigma the &sigma; of the noise of the check
     * @param answerSigma the &sigma; of the noise on each label's votes
     */
    record ConfidentGnmax(BigDecimal threshold, BigDecimal checkSigma, BigDecimal answerSigma)
            implements VoteMechanism {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
        public ConfidentGnmax {
            requireChecked(threshold, checkSigma, answerSigma);
        }

        @Override
        public Optional<Check> check() {
            return Optional.of(new Check(threshold, checkSigma));
        }

        @Override
        public String words() {
            return "confident-gnmax" + checked(threshold, checkSigma, answerSigma);
        }
    }

    /**
     * Interactive-GNMax: a vote is answered if teachers disagree with the student's public belief. The surplus of a label is its votes
     * minus the number of teachers times the belief; the largest surplus, with noise, must reach the threshold. Where it does
     * not, a belief that is confident enough is the label, which costs nothing more.
     *
     * @param threshold the threshold in votes of surplus
     * @param checkSigma the &sigma; of the noise of the check
     * @param answerSigma the &sigma; of the noise on each label's votes
     * @param confidence the belief in a label, above 0 and at most 1, from which on the student's own label is taken
     */
    record InteractiveGnmax(BigDecimal threshold, BigDecimal checkSigma, BigDecimal answerSigma, BigDecimal confidence)
            implements VoteMechanism {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
        public InteractiveGnmax {
            requireChecked(threshold, checkSigma, answerSigma);
            boolean isBelief = confidence.signum() > 0 && confidence.compareTo(BigDecimal.ONE) <= 0;
            Require.that(isBelief, "confidence", "above 0 and at most 1", confidence);
        }

        @Override
        public Optional<Check> check() {
            return Optional.of(new Check(threshold, checkSigma));
        }

        @Override
        public String words() {
            return "interactive-gnmax" + checked(threshold, checkSigma, answerSigma) + " confidence "
                    + plain(confidence);
        }
    }

    private static String checked(BigDecimal threshold, BigDecimal checkSigma, BigDecimal answerSigma) {
        return " threshold " + plain(threshold) + " check-sigma " + plain(checkSigma) + " answer-sigma "
                + plain(answerSigma);
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }

    private static void requireChecked(BigDecimal threshold, BigDecimal checkSigma, BigDecimal answerSigma) {
        var unused = new Check(threshold, checkSigma);
        requireSigma("answer-sigma", answerSigma);
    }

    private static void requireSigma(String name, BigDecimal sigma) {
        boolean isInRange = sigma.compareTo(new BigDecimal("1e-6")) >= 0
                && sigma.compareTo(BigDecimal.valueOf(1L << 24)) <= 0
                && sigma.stripTrailingZeros().scale() <= 15;
        Require.that(isInRange, name, "between 1e-6 and 2^24, with at most 15 decimals", sigma);
    }
}
