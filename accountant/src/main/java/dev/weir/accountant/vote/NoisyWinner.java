package dev.weir.accountant.vote;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Draws the outcome of a vote. All numbers are whole multiples of 2<sup>-16</sup> votes: the grid.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced by any others or by unreadable ones. For an integer S, S +
 * round(Z) = round(S + Z), so that what is compared here is a function of votes plus continuous Gaussian noise.
 * <ul>
 *   <li>The check compares one number with a public threshold: the largest number of votes, or the largest surplus, which is votes minus
 *       a public offset. The number moves by at most 1, so the check is exactly a post-processing of a (1 / &sigma;<sub>1</sub>)-GDP
 *       mechanism: Dong, Roth and Su (2022), Theorem 1.
 *   <li>The answer is the place of the largest noisy number of votes, and moves by an l2 distance of at most &radic;2: a
 *       post-processing of a (&radic;2 / &sigma;<sub>2</sub>)-GDP mechanism. Papernot and others (2018), Proposition 8, has the
 *       same bound at every R&eacute;nyi order.
 * </ul>
 * Check and answer draw independent noise, so their &mu;&sup2;/2 add up to the prices in {@link VotePrices}. The student's own label is a
 * function of a public belief. Nothing else leaves: neither noisy numbers nor how close they were.
 *
 * <p>Threads may share an instance, but not the randomness.
 */
public final class NoisyWinner {

    /** The number of bits of the grid: a vote is 2<sup>16</sup> steps. */
    public static final int GRID_BITS = 16;

    private static final BigDecimal STEPS = BigDecimal.valueOf(1L << GRID_BITS);

    private final VoteMechanism mechanism;
    private final int teachers;
    private final Sampler answer;
    private final @Nullable Sampler check;
    private final long threshold;

    /**
     * Prepares the draws of a mechanism.
     *
     * @param mechanism the mechanism
     * @param teachers the number of teachers, from which an interactive mechanism takes the belief's votes; at least 1
     */
    public NoisyWinner(VoteMechanism mechanism, int teachers) {
        this.mechanism = mechanism;
        this.teachers = teachers;
        this.answer = noise(mechanism.answerSigma());
        this.check = mechanism.check().map(checked -> noise(checked.sigma())).orElse(null);
        this.threshold = mechanism
                .check()
                .map(checked -> checked.threshold()
                        .multiply(STEPS)
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact())
                .orElse(0L);
    }

    private static Sampler noise(BigDecimal sigma) {
        Ratio steps = Ratio.of(sigma.multiply(STEPS));
        return Samplers.roundedGaussian(steps.times(steps));
    }

    /**
     * The outcome of a vote.
     *
     * @param answered whether teachers have answered, so that the answer's price is due
     * @param label the place of the published label among the declared ones; {@link Outcome#NONE} if there is none
     */
    public record Outcome(boolean answered, int label) {

        /** The label of a vote that did not pass its check. */
        public static final int NONE = -1;

        /** A text without the label. */
        @Override
        public String toString() {
            return "Outcome";
        }
    }

    /**
     * Draws the outcome of a vote. It must be drawn once, and its price must be part of the state that makes it visible.
     *
     * @param counts the votes for each declared label, from 0 to 2<sup>40</sup>
     * @param belief the student's probability for each label, for an interactive mechanism; else empty
     * @param randomness the source of the random bits
     */
    public Outcome draw(long[] counts, double[] belief, Randomness randomness) {
        Sampler checked = check;
        if (checked != null) {
            long[] compared = mechanism.isInteractive() ? surpluses(counts, belief) : steps(counts);
            long most = Arrays.stream(compared).max().orElseThrow();
            if (checked.addTo(most, randomness) < threshold) {
                return new Outcome(false, ownLabel(belief));
            }
        }
        return new Outcome(true, winner(counts, randomness));
    }

    /**
     * The surplus of each label: its votes minus the number of teachers times the belief, which is rounded to the grid.
     *
     * @param counts the votes for each declared label
     * @param belief the student's probability for each label
     * @return the surpluses in 2<sup>-16</sup> votes
     */
    public long[] surpluses(long[] counts, double[] belief) {
        long[] surpluses = steps(counts);
        BigDecimal all = STEPS.multiply(BigDecimal.valueOf(teachers));
        for (int i = 0; i < surpluses.length; i++) {
            surpluses[i] -= new BigDecimal(belief[i])
                    .multiply(all)
                    .setScale(0, RoundingMode.HALF_EVEN)
                    .longValueExact();
        }
        return surpluses;
    }

    private static long[] steps(long[] counts) {
        return Arrays.stream(counts).map(count -> count << GRID_BITS).toArray();
    }

    /** The place of the largest noisy number; of several, the first. */
    private int winner(long[] counts, Randomness randomness) {
        long[] exact = steps(counts);
        int winner = 0;
        long most = answer.addTo(exact[0], randomness);
        for (int i = 1; i < exact.length; i++) {
            long noisy = answer.addTo(exact[i], randomness);
            if (noisy > most) {
                winner = i;
                most = noisy;
            }
        }
        return winner;
    }

    /** The student's own label, if the mechanism is interactive and the belief in it is confident enough. */
    private int ownLabel(double[] belief) {
        if (!(mechanism instanceof VoteMechanism.InteractiveGnmax interactive)) {
            return Outcome.NONE;
        }
        int own = 0;
        for (int i = 1; i < belief.length; i++) {
            own = belief[i] > belief[own] ? i : own;
        }
        return belief[own] >= interactive.confidence().doubleValue() ? own : Outcome.NONE;
    }
}
