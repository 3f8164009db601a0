package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;

/**
 * The design for windows that slide by one pane a step, for as long as the series lasts. A window is the difference of two running totals.
 * The error of a window stays bounded, because the noise of the sum without decay cancels in the difference.
 *
 * @param panes the number of panes of the window, at least 1
 */
public record WindowDesign(long panes) implements BltDesign {

    private static final long[] LARGEST_PANES = {32, 600, 20_000};

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code panes} is out of range */
    public WindowDesign {
        Require.atLeast("panes", panes, 1);
    }

    @Override
    public Blt optimize(int buffers) {
        BltDesign.requireBuffers(buffers);
        double range = StrictMath.log((double) panes);
        return new BltSearch(this::loss)
                .from(buffers, range + 0.5, -1)
                .from(buffers, range - 1, -2)
                .from(buffers, range + 2, 0)
                .best();
    }

    private double loss(Blt blt) {
        return StrictMath.log(sensitivitySquared(blt)) + StrictMath.log(blt.windowVariance(panes));
    }

    @Override
    public int buffers() {
        int rule = 1;
        while (rule - 1 < LARGEST_PANES.length && panes > LARGEST_PANES[rule - 1]) {
            rule++;
        }
        return rule;
    }

    @Override
    public double sensitivitySquared(Blt blt) {
        return blt.sensitivitySquared(PrefixDesign.UNLIMITED);
    }

    /**
     * The standard deviation of a window's total, which the design minimises, for noise multiplier 1.
     *
     * @param blt the factorisation
     */
    public double error(Blt blt) {
        return StrictMath.sqrt(sensitivitySquared(blt) * blt.windowVariance(panes));
    }
}
