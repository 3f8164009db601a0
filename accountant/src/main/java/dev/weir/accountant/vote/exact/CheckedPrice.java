package dev.weir.accountant.vote.exact;

/**
 * The price of a vote that is answered only if it passes a noisy check.
 *
 * <p>The expected prices are the figures that the authors of PATE print. They are not a guarantee: a vote that
 * <em>was</em> answered costs {@code check} and {@code answer}, and a vote that was not answered costs {@code check}.
 *
 * @param check the price of the check, paid by every vote
 * @param answer the price of the answer, paid by votes that pass
 * @param answered the probability that this vote passes; as secret as the votes
 */
public record CheckedPrice(RenyiPrice check, RenyiPrice answer, double answered) {

    /**
     * The expected price, computed from the data-independent prices. It still depends on the votes, because the probability with which the
     * answer's price is weighted depends on them.
     */
    public double expectedDataIndependent() {
        return check.dataIndependent() + answered * answer.dataIndependent();
    }

    /** The expected price, computed from the data-dependent prices. It must never be published. */
    public double expectedDataDependent() {
        return check.dataDependent() + answered * answer.dataDependent();
    }

    /**
     * Whether at least one of the two prices is below its data-independent bound, because the votes were clear enough.
     */
    public boolean usesData() {
        return check.usesData() || answer.usesData();
    }
}
