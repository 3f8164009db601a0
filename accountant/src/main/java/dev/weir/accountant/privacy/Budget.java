package dev.weir.accountant.privacy;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * The most that one privacy unit may lose, as configuration states it.
 *
 * <p>The variant decides the noise: Laplace for {@link Pure}, Gaussian for the other two.
 */
public sealed interface Budget extends Serializable {

    /**
     * The failure probability that the budget allows; for {@link Concentrated} the &delta; at which an &epsilon; is
     * reported.
     */
    Delta delta();

    /**
     * Pure differential privacy.
     *
     * @param epsilon &epsilon; in nats, above 0
     */
    record Pure(BigDecimal epsilon) implements Budget {

        /** @throws InvalidParameter if {@code epsilon} is out of range */
        public Pure {
            Require.positive("epsilon", epsilon);
        }

        @Override
        public Delta delta() {
            return Delta.ZERO;
        }
    }

    /**
     * Approximate differential privacy.
     *
     * @param epsilon &epsilon; in nats, above 0
     * @param delta &delta;, above 0 and below 1
     */
    record Approximate(BigDecimal epsilon, Delta delta) implements Budget {

        /** @throws InvalidParameter if {@code epsilon} or {@code delta} is out of range */
        public Approximate {
            Require.positive("epsilon", epsilon);
            requireProper(delta);
        }
    }

    /**
     * Zero-concentrated differential privacy: Bun and Steinke (2016), Definition 1.1.
     *
     * @param rho &rho;, above 0
     * @param delta the &delta; at which an &epsilon; is reported, above 0 and below 1; it does not change the noise
     */
    record Concentrated(BigDecimal rho, Delta delta) implements Budget {

        /** @throws InvalidParameter if {@code rho} or {@code delta} is out of range */
        public Concentrated {
            Require.positive("rho", rho);
            requireProper(delta);
        }
    }

    private static void requireProper(Delta delta) {
        boolean proper = delta.yocto().signum() > 0 && delta.value().compareTo(BigDecimal.ONE) < 0;
        Require.that(proper, "delta", "above 0 and below 1", delta.value());
    }
}
