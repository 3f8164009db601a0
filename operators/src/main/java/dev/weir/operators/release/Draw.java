package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.mechanism.Mechanism;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.query.CellId;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Closes one cell of a query: charges the key's account, draws noise once, forgets the exact value.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which moves the cells of
 * this query by its emitted totals s. Independent noise of each aggregate's {@link Mechanism} makes the joint release of all cells cost the
 * sum of |s| / b (Laplace) or s&sup2; / (2 sigma&sup2;) (Gaussian), which the gate's {@link
 * dev.weir.accountant.account.UnitAccount} holds below the query's share: Dwork, McSherry, Nissim and Smith (2006), Proposition
 * 1, in its discrete form, and Dong, Roth and Su (2022), Corollary 3.3 (numbers not checked). Which contexts are released
 * is a function of the schedule and of public accounts, never of the data. The key account's charge is the most that one
 * unit can have spent on the cell.
 */
final class Draw {

    private final int number;
    private final Query query;
    private final @Nullable KeyAccount account;
    private final PreparedMechanism[] mechanisms;
    private final Randomness randomness;

    /** Draws for query {@code number} of its plan. */
    Draw(int number, PricedQuery priced, Randomness randomness) {
        this.number = number;
        this.query = priced.query();
        this.account = priced.keyAccount();
        this.mechanisms = priced.mechanisms().stream()
                .map(mechanism -> mechanism.prepare(1))
                .toArray(PreparedMechanism[]::new);
        this.randomness = randomness;
    }

    /**
     * Closes the cell of declared key number {@code key}.
     *
     * @param outcomes takes the noisy values or the refusal; with {@code reveal}, the exact values too
     */
    void close(ReleaseTable table, int key, long windowEnd, boolean reveal, List<Outcome> outcomes) {
        long[] exact = table.take(new CellId(number, key, windowEnd), mechanisms.length);
        if (reveal) {
            outcomes.add(new Outcome(Outcome.Kind.EXACT, number, key, windowEnd, exact));
        }
        if (!isCharged(table, key, windowEnd)) {
            outcomes.add(new Outcome(Outcome.Kind.WITHHELD, number, key, windowEnd, new long[0]));
            return;
        }
        long[] noisy = new long[mechanisms.length];
        for (int i = 0; i < noisy.length; i++) {
            mechanisms[i].release(exact, i, noisy, i, randomness);
        }
        outcomes.add(new Outcome(Outcome.Kind.RELEASED, number, key, windowEnd, noisy));
    }

    private boolean isCharged(ReleaseTable table, int key, long windowEnd) {
        if (account == null) {
            return true;
        }
        ReleaseTable.KeyId id =
                new ReleaseTable.KeyId(query.name(), query.keys().get(key));
        return account.period(windowEnd).charge(table.account(id), 0);
    }
}
