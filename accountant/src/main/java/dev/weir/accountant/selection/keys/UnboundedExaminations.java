package dev.weir.accountant.selection.keys;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Examinations at every {@code every}-th step, with &delta;s that decrease such that they add up to at most a given one however many there
 * are.
 *
 * @param each the &delta; of the examinations 2<sup>l</sup> to 2<sup>l+1</sup> - 1, for l = 0, 1, ..
 * @param z the numbers of standard deviations for {@code each}
 * @param last the last step
 * @param every the number of steps from one examination to the next
 */
record UnboundedExaminations(List<Double> each, List<Double> z, long last, long every) implements Examinations {

    static UnboundedExaminations of(Delta ofTouch, long every, long lastStep) {
        Require.atLeast("every", every, 1);
        Require.atLeast("last step", lastStep, every);
        List<Double> each = IntStream.rangeClosed(0, level(lastStep / every))
                .mapToObj(l -> Touches.part(ofTouch, parts(l)))
                .toList();
        List<Double> z = each.stream().map(UnboundedExaminations::deviations).toList();
        return new UnboundedExaminations(each, z, lastStep, every);
    }

    static double weight(long k) {
        return 1 / parts(level(Require.atLeast("step", k, 1))).doubleValue();
    }

    /** The number of standard deviations that a normal variable exceeds with at most a given probability, rounded up, at least 0. */
    static double deviations(double delta) {
        return Math.max(0, NormalTail.quantile(StrictMath.log(delta)));
    }

    private static int level(long k) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(k);
    }

    /** (l + 1) (l + 2) 2<sup>l</sup>. */
    private static BigInteger parts(int level) {
        return BigInteger.valueOf((level + 1L) * (level + 2L)).shiftLeft(level);
    }

    @Override
    public boolean isAt(long step) {
        return step <= last && step % every == 0;
    }

    @Override
    public long count() {
        return last / every;
    }

    @Override
    public long from(long step) {
        return every * (step / every + (step % every == 0 ? 0 : 1));
    }

    @Override
    public double delta(long step) {
        return each.get(level(step / every));
    }

    @Override
    public double quantile(long step) {
        return z.get(level(step / every));
    }
}
