package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/** What the parameters of a {@link Blt} are to be best at, when noise is scaled to its sensitivity. */
public sealed interface BltDesign extends Serializable permits PrefixDesign, AnytimeDesign, WindowDesign {

    /** The most buffers: more gain nothing at any horizon that fits a public last step. */
    int MOST_BUFFERS = 10;

    /** The best parameters with {@code buffers} buffers: the same bits on every machine. */
    Blt optimize(int buffers);

    /** The best parameters with as few buffers as the design's rule allows. */
    default Blt optimize() {
        return optimize(buffers());
    }

    /** How many buffers come within about 1 % of the best. */
    int buffers();

    /** The squared sensitivity that noise is scaled to. */
    double sensitivitySquared(Blt blt);

    /** The standard deviation that the design keeps small, noise multiplier 1. */
    double error(Blt blt);

    /** Refuses numbers of buffers that the search is not made for. */
    static void requireBuffers(int buffers) {
        Require.between("buffers", buffers, 1, MOST_BUFFERS);
    }
}
