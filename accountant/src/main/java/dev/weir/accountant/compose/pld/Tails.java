package dev.weir.accountant.compose.pld;

/** Determines how long the intervals between points of a lattice may be where a density has hardly any tilted mass. */
final class Tails {

    /** The longest interval, in steps. */
    static final int LONGEST = 1 << 14;

    private static final double EXCESS = 0.0005;
    private static final double FLAT = 0.2;

    private final double[] losses;
    private final double[] below;
    private final int longest;
    private final double step;
    private int at;
    private int stride = 1;

    /**
     * Collects the tilted mass of the quadrature nodes, which follow the first {@code atoms} entries of {@code nodes}
     * in ascending order of loss.
     */
    Tails(Nodes nodes, int atoms, double tilt, double step) {
        int size = nodes.size() - atoms;
        this.losses = new double[size];
        this.below = new double[size];
        this.step = step;
        this.longest = (int) Math.min(LONGEST, FLAT / ((1 + tilt) * step));
        double scale = nodes.cumulants(tilt).value();
        double sum = 0;
        for (int i = 0; i < size; i++) {
            losses[i] = nodes.loss(atoms + i);
            sum += nodes.mass(atoms + i, tilt, scale);
            below[i] = sum;
        }
    }

    /**
     * The length, in lattice steps, of the interval that starts at a loss. It is 1, or such that the interval's tilted
     * mass times the squared length stays far below 1, the value for the whole mass on intervals of one lattice step.
     * Successive calls must be in ascending order of loss.
     */
    int stride(double loss) {
        while (at < losses.length - 1 && losses[at] < loss) {
            at++;
        }
        stride = Math.max(1, Math.min(longest, 2 * stride));
        while (stride > 1 && mass(loss + stride * step) * stride * stride > EXCESS) {
            stride /= 2;
        }
        return stride;
    }

    /** The tilted mass from before the current loss to beyond {@code end}. */
    private double mass(double end) {
        int last = at;
        while (last < losses.length - 1 && losses[last] < end) {
            last++;
        }
        return below[Math.min(losses.length - 1, last + 1)] - (at < 2 ? 0 : below[at - 2]);
    }
}
