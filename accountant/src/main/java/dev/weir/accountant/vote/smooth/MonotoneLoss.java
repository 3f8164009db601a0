package dev.weir.accountant.vote.smooth;

/**
 * The two conditions under which {@link AnswerSensitivity} bounds the local sensitivity: C5 and C6 of Papernot and others (2018), section B. They
 * depend on noise, order and number of labels alone, and so they are public.
 *
 * <p>Both functions are compared at points from q<sub>0</sub> or q<sub>1</sub> down to where the loss is too small for a double; from one point to the next
 * ln q grows by a two-thousandth. A drop of less than the rounding error of the functions is not seen; {@link AnswerSensitivity} adds as much to
 * its values.
 *
 * @param lossRises C5: the loss that depends on votes never falls as q grows up to q<sub>0</sub>
 * @param changeRises C6: what one teacher adds to the loss never falls as q grows up to q<sub>1</sub>; false if {@code lossRises} is
 */
public record MonotoneLoss(boolean lossRises, boolean changeRises) {

    private static final double STRIDE = 1 + 1.0 / 2048;
    private static final double NOTHING = 1e-290;

    /**
     * Tries the conditions.
     *
     * @param sigma &sigma;, the standard deviation of the noise on the votes of each label, from 1e-3 to 1e9
     * @param order a, the R&eacute;nyi order, above 1 and at most 1e6
     * @param classes the number of labels, at least 2
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} or {@code order} is out of range
     */
    public static MonotoneLoss of(double sigma, double order, int classes) {
        AnswerBound bound = AnswerBound.of(sigma, order, classes);
        boolean lossRises = lossRises(bound);
        return new MonotoneLoss(lossRises, lossRises && changeRises(bound));
    }

    /** Whether both conditions hold. */
    public boolean holds() {
        return lossRises && changeRises;
    }

    private static boolean lossRises(AnswerBound bound) {
        double log = bound.logQ0();
        double above = bound.dependent(log);
        while (above > NOTHING) {
            log *= STRIDE;
            double loss = bound.dependent(log);
            if (loss > above + bound.lost(above, log)) {
                return false;
            }
            above = loss;
        }
        return true;
    }

    private static boolean changeRises(AnswerBound bound) {
        double log = bound.lowered(bound.logQ0());
        double above = Double.POSITIVE_INFINITY;
        double raised = Double.POSITIVE_INFINITY;
        while (raised > NOTHING) {
            raised = bound.dependent(Math.min(bound.raised(log), bound.logQ0()));
            double change = raised - bound.dependent(log);
            if (change > above + bound.lost(raised, log)) {
                return false;
            }
            above = change;
            log *= STRIDE;
        }
        return true;
    }
}
