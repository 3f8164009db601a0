package dev.weir.accountant.compose;

import dev.weir.accountant.compose.ComposedLoss.Method;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.function.ToDoubleFunction;

/**
 * A bound on the loss of a plan, by the best method that needs no more work than an answer may take.
 *
 * <p><b>Guarantee.</b> The plan must be fixed before its first release; then the bound is never below the truth, as for
 * {@link ComposedLoss}. This holds for either method: R&eacute;nyi divergences of any order bound the loss ({@link
 * RenyiConversion}).
 *
 * @param value the &epsilon; in nats, or the &delta;
 * @param method how the value was computed
 */
public record LossBound(double value, Method method) {

    /**
     * A bound on the &epsilon; at a &delta;: {@link ComposedLoss#certifiedEpsilon(double)}, or, if that needs too much
     * work, a bound by R&eacute;nyi divergences, which typically is some percent larger.
     *
     * @param plan the composed loss of the plan
     * @param delta &delta;, above 0 and below 1
     * @throws InvalidParameter for the {@code plan} if the R&eacute;nyi divergences take too much work as well
     */
    public static LossBound epsilon(ComposedLoss plan, double delta) {
        Require.probability("delta", delta);
        Work work = Work.ofAnswer();
        boolean exceeds = plan.exceedsAtDelta(delta, work);
        ToDoubleFunction<Work> renyi = more -> plan.widenedRenyi(delta, more);
        return exceeds ? renyi(renyi) : of(plan, work, taken -> plan.certifiedEpsilon(delta, taken), renyi);
    }

    /**
     * A bound on the &delta; at an &epsilon;: {@link ComposedLoss#certifiedDelta(double)}, or, if that needs too much
     * work, a bound by R&eacute;nyi divergences, which typically is several times as large.
     *
     * @param plan the composed loss of the plan
     * @param epsilon &epsilon; in nats, at least 0
     * @throws InvalidParameter for the {@code plan} if the R&eacute;nyi divergences take too much work as well
     */
    public static LossBound delta(ComposedLoss plan, double epsilon) {
        Require.notNegative("epsilon", epsilon);
        Work work = Work.ofAnswer();
        boolean exceeds = plan.exceedsAtEpsilon(epsilon, work);
        ToDoubleFunction<Work> renyi = more -> plan.renyiDelta(epsilon, more);
        return exceeds ? renyi(renyi) : of(plan, work, taken -> plan.certifiedDelta(epsilon, taken), renyi);
    }

    private static LossBound renyi(ToDoubleFunction<Work> bound) {
        return new LossBound(bound.applyAsDouble(Work.ofAnswer()), Method.RENYI);
    }

    /**
     * Returns the certified bound, or the bound by R&eacute;nyi divergences if computing the certified one exceeds the
     * work. The check that precedes the computation does not always foresee this.
     */
    private static LossBound of(
            ComposedLoss plan, Work work, ToDoubleFunction<Work> certified, ToDoubleFunction<Work> renyi) {
        return work.answer(certified::applyAsDouble)
                .map(value -> new LossBound(value, plan.method()))
                .orElseGet(() -> renyi(renyi));
    }
}
