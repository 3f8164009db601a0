package dev.weir.accountant.selection.keys;

import dev.weir.accountant.privacy.Delta;
import java.io.Serializable;

/**
 * The steps at which the running totals of keys that are not announced yet are compared with a threshold, and how the &delta; of a touch is
 * divided among them. The &delta;s of all examinations add up to at most the &delta; of a touch.
 *
 * <p>Every key that exists must be examined at every examination, also if it has no new records. Otherwise a record of one unit would cause
 * an examination of a total to which other units contributed.
 */
public sealed interface Examinations extends Serializable permits EqualExaminations, UnboundedExaminations {

    /**
     * Examinations of a series whose number of steps is known: at steps r, 2 r, .. and the last step, each with the same &delta;.
     *
     * @param ofTouch the &delta; of one touch
     * @param steps the last step at which a key can be announced, at least 1
     * @param every r, the number of steps from one examination to the next, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} or {@code every} is out of range, or an examination gets a
     *     &delta; below 1e-22
     */
    static Examinations equal(Delta ofTouch, long steps, long every) {
        return EqualExaminations.of(ofTouch, steps, every);
    }

    /**
     * Examinations of a series without a known number of steps: at steps r, 2 r, .. up to a last step that is far away. The k-th examination
     * has the weight 1 / ((l + 1) (l + 2) 2<sup>l</sup>) with l = floor(log<sub>2</sub> k). The 2<sup>l</sup> weights of one l add up to
     * 1 / ((l + 1) (l + 2)), and these add up to 1.
     *
     * @param ofTouch the &delta; of one touch
     * @param every r, the number of steps from one examination to the next, at least 1
     * @param lastStep the step at which the series ends for good, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code every} or {@code lastStep} is out of range, or an examination gets a
     *     &delta; below 1e-22
     */
    static Examinations unbounded(Delta ofTouch, long every, long lastStep) {
        return UnboundedExaminations.of(ofTouch, every, lastStep);
    }

    /**
     * The weight of the k-th examination of a series without a known number of steps.
     *
     * @param k the number of the examination, from 1
     */
    static double unboundedWeight(long k) {
        return UnboundedExaminations.weight(k);
    }

    /**
     * Whether keys are examined at a step.
     *
     * @param step the step, at least 1
     */
    boolean isAt(long step);

    /** The last step at which a key can be announced. */
    long last();

    /** The number of examinations. */
    long count();

    /**
     * The first step at or after a given one at which keys are examined.
     *
     * @param step the step, from 1 to {@link #last}
     */
    long from(long step);

    /**
     * The &delta; of the examination at a step, rounded down.
     *
     * @param step a step at which keys are examined
     */
    double delta(long step);

    /**
     * The number z of standard deviations that a normal variable exceeds with at most the probability {@link #delta}, rounded up, at least 0.
     *
     * @param step a step at which keys are examined
     */
    double quantile(long step);
}
