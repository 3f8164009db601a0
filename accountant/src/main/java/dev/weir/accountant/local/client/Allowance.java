package dev.weir.accountant.local.client;

import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import java.util.Optional;

/**
 * How many reports a person sends to one question in a period, and how many have been drawn: the client's own account.
 *
 * <p><b>Guarantee.</b> A person who draws only what {@link #take} allows, and stores the allowance that it returns before the
 * report is sent, loses at most {@code reports} times &epsilon; in every period: losses of independent draws add up,
 * Dwork, Kenthapadi, McSherry, Mironov and Naor (2006), Theorem 1. A period before the last one is refused, because what it
 * has spent is forgotten; a clock that is put back sends nothing.
 *
 * <p>Whoever has nothing to report and does not want that to be seen sends a report of an option such as {@code none},
 * which is charged like any other.
 *
 * @param reports how many reports a period allows, at least 1
 * @param period the last period with a report, counted from the epoch
 * @param used how many reports that period has, from 0 to {@code reports}
 */
public record Allowance(int reports, long period, int used) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public Allowance {
        Require.atLeast("reports", reports, 1);
        Require.between("used", used, 0, reports);
    }

    /**
     * An allowance of which nothing is used.
     *
     * @param reports how many reports a period allows, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code reports} is below 1
     */
    public static Allowance of(int reports) {
        return new Allowance(reports, Long.MIN_VALUE, 0);
    }

    /**
     * Takes one report.
     *
     * @param now the period of the report, counted from the epoch
     * @return the allowance after it, to be stored before the report is sent; empty if none is left
     */
    public Optional<Allowance> take(long now) {
        if (now > period) {
            return Optional.of(new Allowance(reports, now, 1));
        }
        return now == period && used < reports
                ? Optional.of(new Allowance(reports, period, used + 1))
                : Optional.empty();
    }

    /**
     * An upper bound on what a person loses in one period, in nats.
     *
     * @param mechanism the mechanism that draws the reports
     */
    public double epsilon(LocalMechanism mechanism) {
        return Rounding.productUp(reports, mechanism.epsilon());
    }
}
