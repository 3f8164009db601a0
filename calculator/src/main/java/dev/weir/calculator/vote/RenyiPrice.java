package dev.weir.calculator.vote;

/**
 * The R&eacute;nyi loss of one noisy vote at one order, once without and once with a look at the votes.
 *
 * <p><b>Only {@code dataIndependent} may be published, planned with or charged.</b> {@code dataDependent} is a bound on
 * the loss of this very vote, it is smaller the clearer the vote was, and so reveals the votes: it stays in the trusted
 * base unless it is itself released with noise (by its smooth sensitivity: Papernot and others (2018), section B). So
 * it is a plain number and no amount, and no account takes it.
 *
 * @param logMiss ln q, an upper bound on the probability that the noisy outcome is not the likeliest one
 * @param dataIndependent in nats, at least 0, rounded up
 * @param dataDependent in nats, at least 0, at most {@code dataIndependent}, rounded up by one part in 10<sup>11</sup>;
 *     0 where it is below the smallest double
 */
record RenyiPrice(double logMiss, double dataIndependent, double dataDependent) {

    /** Whether the votes were clear enough to say more than the data-independent bound does. */
    public boolean usesData() {
        return dataDependent < dataIndependent;
    }
}
