package dev.weir.accountant.learn;

/**
 * A mechanism that releases one whole number for each coordinate. It draws the noise and is charged for it; the classes that use it only
 * post-process what it releases.
 */
@FunctionalInterface
public interface CoordinateNoise {

    /**
     * Releases the next number of one coordinate.
     *
     * @param coordinate the index of the coordinate
     * @param exact the exact number, in grid steps
     * @return the released number, in grid steps
     */
    long release(int coordinate, long exact);
}
