package dev.weir.accountant.vote.exact;

/**
 * The R&eacute;nyi loss of one noisy vote at one order: a bound for any votes, and a bound for the actual votes.
 *
 * <p><b>Only {@code dataIndependent} may be published, used for planning, or charged.</b> {@code dataDependent} is a bound on the loss of
 * this vote alone. The clearer the vote was, the smaller this bound is, so the bound reveals the votes. It stays in the trusted base unless
 * it is itself released with noise (by its smooth sensitivity: Papernot and others (2018), section B). The bound has the type of a plain
 * number, so that no account accepts it as an amount.
 *
 * @param logMiss ln q, where q is an upper bound on the probability that the noisy outcome is not the likeliest one
 * @param dataIndependent the bound for any votes, in nats, at least 0, rounded up
 * @param dataDependent the bound for the actual votes, in nats, from 0 to {@code dataIndependent}, rounded up by one part in
 *     10<sup>11</sup>; 0 if the bound is below the smallest double
 */
public record RenyiPrice(double logMiss, double dataIndependent, double dataDependent) {

    /** Whether the data-dependent bound is the smaller one, because the votes were clear enough. */
    public boolean usesData() {
        return dataDependent < dataIndependent;
    }
}
