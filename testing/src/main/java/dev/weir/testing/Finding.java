package dev.weir.testing;

import dev.weir.testing.statistic.Claim;
import java.util.List;

/**
 * What an audit has found about one scenario: a row of its result.
 *
 * @param scenario the name of the scenario
 * @param description what the canary does in it
 * @param queries what was looked at: the name of a query, or {@link #ALL}
 * @param measured one or two comparisons of a claim with what was found
 * @param detectsDouble whether twice the &epsilon; would have been found; false where nothing may be lost
 * @param by the number by which alone most was found; empty if nothing published varies
 */
public record Finding(
        String scenario,
        String description,
        String queries,
        List<Measured> measured,
        boolean detectsDouble,
        String by) {

    /** The name of all queries together. No query has it, because the names of queries have no spaces. */
    public static final String ALL = "all queries";

    /**
     * A claim and what was found.
     *
     * @param claim the most that may be lost
     * @param bound the lower bound of the loss that holds with 99 %
     * @param simultaneous the lower bound that decides: it is above the truth with probability 1e-6 divided by the number of bounds
     * @param simulated what the same attack finds, with 99 %, on simulated outputs that lose what may be lost, the mean of three simulations; 0 where that is
     *     nothing
     * @param drawn what the same attack finds, with 99 %, where the rows that the canary moves are drawn anew by the pipeline's own laws, without a job, the mean
     *     of three times; not a number where they are not
     * @param error the standard error of such a bound, where as much is lost as is drawn or, without that, simulated; not a number where there is neither
     */
    public record Measured(
            Claim claim, double bound, double simultaneous, double simulated, double drawn, double error) {

        /** Whether more is lost than may be. */
        public boolean isViolated() {
            return simultaneous > claim.loss();
        }
    }

    /** Whether anything was published that differs between worlds. */
    boolean publishesVarying() {
        return !by.isEmpty();
    }

    /** Whether the canary was seen, by a bound that decides. */
    boolean isSeen() {
        return measured.stream().anyMatch(found -> found.simultaneous() > 0);
    }

    /** Whether more is lost than may be. */
    public boolean isViolated() {
        return measured.stream().anyMatch(Measured::isViolated);
    }
}
