package dev.weir.calculator.vote;

/**
 * What one vote costs that is answered only if it passes a noisy check.
 *
 * <p>The expected costs are what the authors of PATE print; they are no guarantee for a vote that <em>was</em>
 * answered: that one cost {@code check} and {@code answer}. One that was not cost {@code check}.
 *
 * @param check the price of the check, paid by every vote
 * @param answer the price of the answer, paid by votes that pass
 * @param answered the probability that this vote passes; as sensitive as the votes
 */
record CheckedPrice(RenyiPrice check, RenyiPrice answer, double answered) {

    /** Expected cost with data-independent prices; the probability it weighs with depends on the votes all the same. */
    public double expectedDataIndependent() {
        return check.dataIndependent() + answered * answer.dataIndependent();
    }

    /** Expected cost with data-dependent prices; never published. */
    public double expectedDataDependent() {
        return check.dataDependent() + answered * answer.dataDependent();
    }

    /** Whether the votes were clear enough for either price to be below its data-independent bound. */
    public boolean usesData() {
        return check.usesData() || answer.usesData();
    }
}
