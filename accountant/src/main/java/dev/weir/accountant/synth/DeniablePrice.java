package dev.weir.accountant.synth;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The price of a synthetic record that comes out when candidates are drawn until one passes the {@link PlausibleDeniability} test.
 *
 * <p><b>Guarantee.</b> Neighbours: one record is in the table or not. Let p and p' be the laws of one run on two neighbours, whose run is
 * (&epsilon;, &delta;)-DP, and a and a' the probabilities of passing, both at least A. The record that comes out has the law p / a. For a
 * set Y of records, p(Y) / a &le; (e<sup>&epsilon;</sup> p'(Y) + &delta;) / a, and a &ge; e<sup>-&epsilon;</sup> (a' - &delta;), because the
 * run's guarantee holds for all records too. Hence the record is (2 &epsilon; + ln(A / (A - &delta;)), e<sup>&epsilon;</sup> &delta; / (A -
 * &delta;))-DP. The rate of passing moves with the data as well, which is why &epsilon; counts twice. After {@link #mostTries} runs, of which
 * all fail with a probability b of at most 1e-40, nothing comes out: this adds (1 + e<sup>2 &epsilon; + ..</sup>) b to &delta;. Source:
 * derived here; tests compute the loss on tables of few records.
 *
 * <p>The guarantee fails for tables whose runs pass less often than A, and if it shows which runs failed: see {@link PlausibleDeniability}.
 *
 * @param test the test
 * @param t the count at which the proof separates its two cases, from 1 to k - 1
 * @param passRate A, a public lower bound of the probability that a run passes, on the table and on its neighbours; at most 1
 */
public record DeniablePrice(PlausibleDeniability test, int t, double passRate) {

    private static final double GIVE_UP = 1e-40;

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code t} is out of range, or {@code passRate} is not above the &delta; of a run
     */
    public DeniablePrice {
        double delta = test.at(t).delta();
        Require.holds(
                passRate > delta && passRate <= 1, "pass rate", "above the delta of a run and at most 1", passRate);
    }

    /** The price of one run, if a failure is never seen. */
    public DeniableLoss run() {
        return test.at(t);
    }

    /** The price of one record that comes out, however many runs it took. */
    public DeniableLoss record() {
        DeniableLoss run = run();
        double left = Rounding.down(passRate - run.delta());
        double rate = -StrictMath.log1p(-run.delta() / passRate);
        double epsilon = Rounding.up(2 * run.epsilon() + rate, Margin.FORMULA);
        double shifted = Rounding.up(StrictMath.exp(run.epsilon()) * run.delta() / left, Margin.SERIES);
        double delta = Rounding.sumUp(Math.min(1, shifted), Math.min(1, GIVE_UP * (1 + StrictMath.exp(epsilon))));
        return new DeniableLoss(epsilon, Math.min(1, delta));
    }

    /** The number of runs after which one gives up. */
    public long mostTries() {
        return Math.max(1, (long) Math.ceil(StrictMath.log(GIVE_UP) / StrictMath.log1p(-passRate)));
    }
}
