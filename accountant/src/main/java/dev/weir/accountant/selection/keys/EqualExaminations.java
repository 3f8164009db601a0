package dev.weir.accountant.selection.keys;

import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;

/**
 * Examinations at every {@code every}-th step and at the last step, with equal &delta;s.
 *
 * @param each the &delta; of one examination, rounded down
 * @param z the number of standard deviations for {@code each}
 * @param last the last step
 * @param every the number of steps from one examination to the next
 */
record EqualExaminations(double each, double z, long last, long every) implements Examinations {

    static EqualExaminations of(Delta ofTouch, long steps, long every) {
        Require.atLeast("steps", steps, 1);
        Require.atLeast("every", every, 1);
        BigInteger count = BigInteger.valueOf(count(steps, every));
        double each = Touches.part(ofTouch, count);
        return new EqualExaminations(each, UnboundedExaminations.deviations(each), steps, every);
    }

    private static long count(long steps, long every) {
        return steps / every + (steps % every == 0 ? 0 : 1);
    }

    @Override
    public boolean isAt(long step) {
        return step == last || (step < last && step % every == 0);
    }

    @Override
    public long count() {
        return count(last, every);
    }

    @Override
    public long from(long step) {
        return Math.min(last, every * count(step, every));
    }

    @Override
    public double delta(long step) {
        return each;
    }

    @Override
    public double quantile(long step) {
        return z;
    }
}
