package dev.weir.accountant.ledger;

import dev.weir.accountant.compose.ZcdpConversion;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Rounded;

/**
 * A spend that is valid whenever it is read, also at a moment chosen by looking at outputs.
 *
 * <p><b>Guarantee.</b> With probability at least 1 - &delta; the privacy loss of the transcript so far is at most
 * {@link #epsilon} at every moment at once. Rungs double: B<sub>f</sub> = first 2<sup>f</sup>. Stopping as soon as the sum
 * would pass B<sub>f</sub> is a filter, so the loss up to there is that of a B<sub>f</sub>-zCDP interaction and exceeds
 * B<sub>f</sub> + 2&radic;(B<sub>f</sub> ln(1/&delta;<sub>f</sub>)) with probability at most &delta;<sub>f</sub> (Bun and
 * Steinke (2016), Lemma 3.5, number not checked); &delta;<sub>f</sub> = &delta; / ((f + 1)(f + 2)) add up to &delta;.
 * That is the chain of filters of L&eacute;cuyer (2021), derived here, its constants not compared with the text. In
 * {@link Currency#EPSILON} every step's loss is bounded by its charge, and the plain sum is valid.
 *
 * @param first the first rung, above 0: near the smallest spend worth telling apart
 * @param delta &delta;, above 0 and below 1
 */
public record Odometer(Amount first, double delta) {

    public Odometer {
        if (first.femto() == 0) {
            throw new IllegalArgumentException("first must be > 0, was 0");
        }
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be above 0 and below 1, was " + delta);
        }
    }

    /**
     * The loss so far, rounded up: at most that of the next rung.
     *
     * @param spend what was charged by one filter without failures, in this odometer's currency
     */
    public double epsilon(PlannedSpend spend) {
        if (spend.failures().yocto().signum() > 0) {
            throw new IllegalArgumentException(
                    "failures must be 0, was " + spend.failures().value());
        }
        Amount spent = spend.amount();
        if (spent.compareTo(Amount.zero(first.currency())) == 0) {
            return 0;
        }
        return first.currency() == Currency.EPSILON ? Rounded.up(spent.value()) : atRung(rung(spent));
    }

    private int rung(Amount spent) {
        int rung = 0;
        for (long reached = first.femto(); reached < spent.femto() && reached > 0; reached *= 2) {
            rung++;
        }
        return rung;
    }

    private double atRung(int rung) {
        double rho = StrictMath.scalb(Rounded.up(first.value()), rung);
        return ZcdpConversion.simpleEpsilon(rho, Math.nextDown(delta / ((rung + 1.0) * (rung + 2.0))));
    }
}
