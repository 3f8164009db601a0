package dev.weir.operators.release;

import dev.weir.accountant.mechanism.Mechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.CellId;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;

/**
 * Closes one cell of a query: charges the key's account, draws noise once, forgets the exact value.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which moves the cells of
 * this query by its emitted totals s. Independent noise of each aggregate's {@link Mechanism} makes the joint release of all cells cost the
 * sum of |s| / b (Laplace) or s&sup2; / (2 sigma&sup2;) (Gaussian), which the gate's {@link
 * dev.weir.accountant.ledger.Quota} holds below the query's share: Dwork, McSherry, Nissim and Smith (2006), Proposition
 * 1, in its discrete form, and Dong, Roth and Su (2022), Corollary 3.3 (numbers not checked). Which contexts are released
 * is a function of the schedule and of public accounts, never of the data. The key account's charge is the most that one
 * unit can have spent on the cell.
 */
final class Draw {

    private final int number;
    private final Query query;
    private final Amount cost;
    private final Sampler[] samplers;
    private final Randomness randomness;

    /** Draws for query {@code number} of its plan. */
    Draw(int number, PricedQuery priced, Randomness randomness) {
        this.number = number;
        this.query = priced.query();
        this.cost = priced.releaseCost();
        this.samplers = priced.mechanisms().stream().map(Mechanism::sampler).toArray(Sampler[]::new);
        this.randomness = randomness;
    }

    /**
     * Closes the cell of declared key number {@code key}.
     *
     * @param outcomes takes the noisy values or the refusal; with {@code reveal}, the exact values too
     */
    void close(ReleaseTable table, int key, long windowEnd, boolean reveal, List<Outcome> outcomes) {
        long[] exact = table.take(new CellId(number, key, windowEnd), samplers.length);
        if (reveal) {
            outcomes.add(new Outcome(Outcome.Kind.EXACT, number, key, windowEnd, exact));
        }
        if (!isCharged(table, key, windowEnd)) {
            outcomes.add(new Outcome(Outcome.Kind.WITHHELD, number, key, windowEnd, new long[0]));
            return;
        }
        long[] noisy = new long[samplers.length];
        for (int i = 0; i < noisy.length; i++) {
            noisy[i] = samplers[i].addTo(exact[i], randomness);
        }
        outcomes.add(new Outcome(Outcome.Kind.RELEASED, number, key, windowEnd, noisy));
    }

    private boolean isCharged(ReleaseTable table, int key, long windowEnd) {
        KeyAccountTerms terms = query.keyAccount();
        if (terms == null) {
            return true;
        }
        ReleaseTable.KeyId id =
                new ReleaseTable.KeyId(query.name(), query.keys().get(key));
        KeySpending after = table.spending(id).charge(terms, windowEnd, cost);
        if (after != null) {
            table.spend(id, after);
        }
        return after != null;
    }
}
