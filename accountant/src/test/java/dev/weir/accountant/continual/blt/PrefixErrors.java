package dev.weir.accountant.continual.blt;

/** Errors of running totals under a factorisation, for noise multiplier 1. */
final class PrefixErrors {

    private PrefixErrors() {}

    /** The standard deviation that the design minimises. */
    static double of(PrefixDesign design, Blt blt) {
        boolean isLargest = design.objective() == PrefixDesign.Objective.MAX;
        return of(design, blt, isLargest ? blt.variance(design.steps()) : blt.meanVariance(design.steps()));
    }

    /** The standard deviation of the total at a step. */
    static double at(long step, PrefixDesign design, Blt blt) {
        return of(design, blt, blt.variance(step));
    }

    private static double of(PrefixDesign design, Blt blt, double variance) {
        return Math.sqrt(design.sensitivitySquared(blt) * variance);
    }
}
