package dev.weir.operators.release;

import dev.weir.accountant.mechanism.Mechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;

/**
 * Closes a cell of one query: charges the key's account, then draws noise once for every measured number.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: the gate moves
 * the exact values of a unit's cells by what its account has paid for, so what is released here of all cells together costs
 * the unit at most the query's share of its budget: {@link dev.weir.accountant.mechanism.QueryPrice} and
 * {@link dev.weir.operators.gate.GateOperator}. Mechanism: discrete Laplace or rounded Gaussian noise on whole grid steps, drawn
 * afresh for every number of every cell, exactly, from a cryptographic key stream. Charge: to the key, what one unit can
 * have spent on the cell at most, before anything is drawn; a refusal is a function of the schedule and public.
 */
final class NoisyRelease {

    /** The words of one key's account: since when, and how much. */
    static final int ACCOUNT_WORDS = 2;

    private final int number;
    private final Query query;
    private final Amount cost;
    private final Sampler[] samplers;
    private final Randomness randomness;
    private final boolean reveal;

    /**
     * Closes cells of query {@code number} of its plan.
     *
     * @param reveal whether exact values are handed over too: for teaching and checking
     */
    NoisyRelease(int number, PricedQuery priced, Randomness randomness, boolean reveal) {
        this.number = number;
        this.query = priced.query();
        this.cost = priced.releaseCost();
        this.samplers = priced.mechanisms().stream().map(Mechanism::sampler).toArray(Sampler[]::new);
        this.randomness = randomness;
        this.reveal = reveal;
    }

    /** How many longs a cell's exact totals take. */
    int width() {
        return samplers.length;
    }

    /** An account of which nothing has been spent. */
    static void openAccount(long[] accounts, int at) {
        accounts[at] = KeySpending.NONE.since();
        accounts[at + 1] = KeySpending.NONE.femto();
    }

    /**
     * Closes a cell.
     *
     * @param key the key's number
     * @param end the cell's end, epoch milliseconds
     * @param exact the cell's exact totals, {@link #width} of them
     * @param accounts the words of the key's account start at {@code at}
     * @param outcomes takes the noisy values or the refusal, and before them the exact values if they are revealed
     */
    void close(int key, long end, long[] exact, long[] accounts, int at, List<Outcome> outcomes) {
        String name = query.keys().name(key);
        long start = query.window().start(end);
        if (reveal) {
            outcomes.add(new Outcome(Outcome.Kind.EXACT, number, name, start, end, 0, exact));
        }
        if (!isCharged(accounts, at, end)) {
            outcomes.add(new Outcome(Outcome.Kind.WITHHELD, number, name, start, end, 0, new long[0]));
            return;
        }
        long[] noisy = new long[samplers.length];
        for (int i = 0; i < noisy.length; i++) {
            noisy[i] = samplers[i].addTo(exact[i], randomness);
        }
        outcomes.add(new Outcome(Outcome.Kind.RELEASED, number, name, start, end, cost.femto(), noisy));
    }

    private boolean isCharged(long[] accounts, int at, long end) {
        KeyAccountTerms terms = query.keyAccount();
        if (terms == null) {
            return true;
        }
        KeySpending after = new KeySpending(accounts[at], accounts[at + 1]).charge(terms, end, cost);
        if (after != null) {
            accounts[at] = after.since();
            accounts[at + 1] = after.femto();
        }
        return after != null;
    }
}
