package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * Defines the error that the parameters of a {@link Blt} minimise, for noise that is scaled to the factorisation's
 * sensitivity.
 */
public sealed interface BltDesign extends Serializable permits PrefixDesign, AnytimeDesign, WindowDesign {

    /** The largest number of buffers that the search covers. */
    int MOST_BUFFERS = 10;

    /**
     * The best parameters with {@code buffers} buffers. Every machine finds the same bits.
     *
     * @param buffers the number of buffers, from 1 to {@link #MOST_BUFFERS}
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code buffers} is out of range
     */
    Blt optimize(int buffers);

    /** The best parameters with {@link #buffers()} buffers. */
    default Blt optimize() {
        return optimize(buffers());
    }

    /** The smallest number of buffers whose error is within about 1 % of the best. */
    int buffers();

    /**
     * The squared sensitivity that noise is scaled to.
     *
     * @param blt the factorisation
     */
    double sensitivitySquared(Blt blt);

    /**
     * Refuses a number of buffers that the search does not cover.
     *
     * @param buffers the number to check
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code buffers} is not from 1 to {@link #MOST_BUFFERS}
     */
    static void requireBuffers(int buffers) {
        Require.between("buffers", buffers, 1, MOST_BUFFERS);
    }
}
