package dev.weir.calculator.vote;

/**
 * The price of a vote that is answered only if it passes a noisy check.
 *
 * <p>The expected prices are those that the authors of PATE print. They are no guarantee: a vote that <em>was</em>
 * answered costs {@code check} and {@code answer}, one that was not costs {@code check}.
 *
 * @param check the price of the check, paid by every vote
 * @param answer the price of the answer, paid by votes that pass
 * @param answered the probability that this vote passes; as secret as the votes
 */
record CheckedPrice(RenyiPrice check, RenyiPrice answer, double answered) {

    /**
     * The expected price from the data-independent prices. The probability by which it is weighted depends on the votes
     * all the same.
     */
    public double expectedDataIndependent() {
        return check.dataIndependent() + answered * answer.dataIndependent();
    }

    /** The expected price from the data-dependent prices; never publish it. */
    public double expectedDataDependent() {
        return check.dataDependent() + answered * answer.dataDependent();
    }

    /** Whether the votes were clear enough for either price to be below its data-independent bound. */
    public boolean usesData() {
        return check.usesData() || answer.usesData();
    }
}
