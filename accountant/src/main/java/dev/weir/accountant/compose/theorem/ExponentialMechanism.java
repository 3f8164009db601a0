package dev.weir.accountant.compose.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;

/**
 * The price of drawing an option with probability proportional to e<sup>t u(option)</sup>.
 *
 * <p><b>Guarantee.</b> If one privacy unit moves each score u by at most &Delta;, the draw is 2t&Delta;-DP: t&Delta;
 * for the score itself and t&Delta; for the normalising sum, which moves too. So &epsilon;-DP takes t =
 * &epsilon;/(2&Delta;), not &epsilon;/&Delta;: McSherry and Talwar (2007), Theorem 6. The second t&Delta; falls away
 * only if every unit that is added moves all scores in the same direction (Dong, Durfee and Rogers (2020)): then the
 * draw is t&Delta;-DP.
 *
 * <p>The privacy loss lies in an interval of length &epsilon;, not 2&epsilon;, so a draw is &epsilon;&sup2;/8-zCDP:
 * Cesar and Rogers (2021), Lemmas 3.2 and 3.4, a quarter of what pure &epsilon;-DP alone gives. Results are rounded up.
 */
public final class ExponentialMechanism {

    private ExponentialMechanism() {}

    /**
     * &epsilon; of one draw: 2t&Delta;.
     *
     * @param temperature t, in nats a unit of score, above 0
     * @param sensitivity &Delta;, in units of score, above 0
     */
    public static ApproximateLoss of(double temperature, double sensitivity) {
        return monotone(temperature, Rounding.productUp(2, sensitivity));
    }

    /**
     * &epsilon; of one draw when every added unit moves all scores the same way: t&Delta;.
     *
     * @param temperature t, in nats a unit of score, above 0
     * @param sensitivity &Delta;, in units of score, above 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code temperature} or {@code sensitivity} is out of range
     */
    public static ApproximateLoss monotone(double temperature, double sensitivity) {
        Require.positive("temperature", temperature);
        Require.positive("sensitivity", sensitivity);
        return ApproximateLoss.pure(Rounding.productUp(temperature, sensitivity));
    }

    /**
     * The &rho; of one draw whose privacy loss lies in an interval of length {@code loss.epsilon()}: &epsilon;&sup2;/8.
     *
     * @param loss the loss of the draw, with a finite &epsilon;
     */
    public static double rho(ApproximateLoss loss) {
        double epsilon = loss.proper().epsilon();
        return Rounding.productUp(epsilon, epsilon) / 8;
    }
}
