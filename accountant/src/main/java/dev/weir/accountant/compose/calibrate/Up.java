package dev.weir.accountant.compose.calibrate;

/** Rounding up: noise may be larger than needed, never smaller. */
final class Up {

    private Up() {}

    /** Two units in the last place more, for a value of up to four correctly rounded operations. */
    static double twice(double value) {
        return Math.nextUp(Math.nextUp(value));
    }
}
