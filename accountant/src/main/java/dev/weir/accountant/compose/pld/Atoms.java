package dev.weir.accountant.compose.pld;

import java.util.Arrays;

/**
 * The discrete part of a loss distribution: the losses that have a positive probability.
 *
 * @param losses the losses in nats
 * @param masses their probabilities, in the same order
 */
record Atoms(double[] losses, double[] masses) {

    static final Atoms NONE = new Atoms(new double[0], new double[0]);

    /** A distribution of two atoms. */
    static Atoms of(Atom first, Atom second) {
        return new Atoms(new double[] {first.loss, second.loss}, new double[] {first.mass, second.mass});
    }

    /**
     * One loss and its probability.
     *
     * @param loss in nats
     * @param mass the probability of the loss
     */
    record Atom(double loss, double mass) {}

    /** Returns these atoms and one more. */
    Atoms and(Atom atom) {
        double[] moreLosses = Arrays.copyOf(losses, losses.length + 1);
        double[] moreMasses = Arrays.copyOf(masses, masses.length + 1);
        moreLosses[losses.length] = atom.loss;
        moreMasses[masses.length] = atom.mass;
        return new Atoms(moreLosses, moreMasses);
    }

    int size() {
        return losses.length;
    }

    /** The smallest loss; infinity without atoms. */
    double smallest() {
        return Arrays.stream(losses).min().orElse(Double.POSITIVE_INFINITY);
    }

    /** The largest loss; minus infinity without atoms. */
    double largest() {
        return Arrays.stream(losses).max().orElse(Double.NEGATIVE_INFINITY);
    }

    void forEach(GaussLegendre.Node visitor) {
        for (int i = 0; i < losses.length; i++) {
            visitor.at(losses[i], masses[i]);
        }
    }

    /**
     * The contribution of these atoms to {@code delta(epsilon)}: {@code sum of p (1 - e^(epsilon - loss))} over the
     * losses above {@code epsilon}, plus the mass {@code infinite} at infinite loss.
     */
    double delta(double epsilon, double infinite) {
        double sum = infinite;
        for (int i = 0; i < losses.length; i++) {
            sum += losses[i] > epsilon ? -masses[i] * Math.expm1(epsilon - losses[i]) : 0;
        }
        return sum;
    }

    /**
     * Returns the atoms of the mechanism on a Poisson sample, for neighbours that remove a unit. The present atoms are
     * those without sampling. They must be in ascending order and symmetric, as {@link PrivacyLossDistribution#removed}
     * requires.
     */
    Atoms removed(double rate) {
        int size = losses.length;
        double[] mixedLosses = new double[size];
        double[] mixedMasses = new double[size];
        for (int i = size - 1; i >= 0; i--) {
            double mirrored = masses[size - 1 - i];
            mixedLosses[size - 1 - i] = PoissonMixture.mixed(rate, -losses[i]);
            mixedMasses[size - 1 - i] = masses[i] + rate * (mirrored - masses[i]);
        }
        return new Atoms(mixedLosses, mixedMasses);
    }

    /**
     * Returns the atoms of the mechanism on a Poisson sample, for neighbours that add a unit. The present atoms are
     * those without sampling.
     */
    Atoms added(double rate) {
        return new Atoms(
                Arrays.stream(losses)
                        .map(loss -> -PoissonMixture.mixed(rate, -loss))
                        .toArray(),
                masses);
    }

    /**
     * A lattice that contains the atoms: the points {@code offset + i step}.
     *
     * @param step the distance of two points in nats; 0 if there is no lattice
     * @param offset the position of point 0 in nats
     */
    record Lattice(double step, double offset) {

        static final Lattice NONE = new Lattice(0, 0);
    }
}
