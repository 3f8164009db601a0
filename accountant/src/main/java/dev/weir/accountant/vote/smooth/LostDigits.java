package dev.weir.accountant.vote.smooth;

/** The rounding errors of differences of losses. */
final class LostDigits {

    private static final double RELATIVE = 1e-9;

    /** A bound on the relative error of ln q, and of what is computed of it. */
    private static final double LAST = 4e-15;

    private LostDigits() {}

    /**
     * The most that the difference of two losses may be.
     *
     * @param difference the difference; 0 is exact, because both losses are then the same double
     * @param loss the larger loss
     * @param logMiss the smaller ln q
     * @param order a, the R&eacute;nyi order
     */
    static double roundedUp(double difference, double loss, double logMiss, double order) {
        return difference <= 0 ? 0 : difference * (1 + RELATIVE) + of(loss, logMiss, order);
    }

    /**
     * The error of a loss. An error e of ln q makes one of e times the loss where the loss is small, and one of e / (a - 1) where it is not.
     */
    static double of(double loss, double logMiss, double order) {
        return LAST * loss + LAST * (1 - logMiss) * Math.min(loss, 1 / (order - 1));
    }
}
