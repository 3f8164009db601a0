package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.NormClip;
import java.math.BigDecimal;

/** What models along gradients have in common: the grid to which gradients are clipped, and the range of their settings. */
final class GradientClip {

    /** The length of a clipped gradient in grid steps. */
    static final long STEPS = 1L << 20;

    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    private GradientClip() {}

    /** The clip of gradients to a length. */
    static NormClip of(BigDecimal length) {
        return new NormClip(STEPS, length.doubleValue() / STEPS);
    }

    /** Refuses a length or rate that is not from a millionth to a million. */
    static void require(String name, BigDecimal size) {
        if (size.compareTo(MOST) > 0 || size.doubleValue() < 1 / MOST.doubleValue()) {
            throw new IllegalArgumentException(name + " must be 1e-6 to " + MOST + ", was " + size);
        }
    }
}
