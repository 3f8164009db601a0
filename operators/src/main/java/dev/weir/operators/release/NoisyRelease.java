package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Closes cells of one query: charges the key's account, then draws once for every released number.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a unit moves the
 * exact values of cells only by what its account has paid for in the gate, so all releases of the query together cost the unit
 * at most the query's share of its budget: {@link dev.weir.accountant.mechanism.QueryPrice} and
 * {@link dev.weir.operators.gate.GateOperator}. Mechanism: discrete Laplace or rounded Gaussian noise on whole grid steps, or a
 * {@link dev.weir.accountant.mechanism.Selection}, drawn exactly from a cryptographic key stream, anew for every number of
 * every cell. Charge: the key's account pays the most that one unit can have spent on the cell, before anything is drawn. A
 * refusal is a function of the schedule and public.
 */
final class NoisyRelease {

    private static final long[] NOTHING = {};

    private final int number;
    private final Query query;
    private final Window window;
    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final PreparedMechanism[] mechanisms;
    private final NumberProcessing processing;
    private final @Nullable KeyAccount account;
    private final long cost;
    private final Randomness randomness;
    private final boolean reveal;

    private long start;
    private long end;
    private KeyAccount.@Nullable Period period;
    private KeyAccounts accounts;
    private LastReleases last;
    private List<Outcome> outcomes;

    /**
     * Closes cells of query {@code number} of its plan.
     *
     * @param reveal whether exact values are handed over too: for teaching and checking
     */
    @SuppressWarnings("NullAway.Init")
    NoisyRelease(int number, PricedQuery priced, Randomness randomness, boolean reveal) {
        this.number = number;
        this.query = priced.query();
        this.window = query.window();
        this.aggregates = query.aggregates();
        this.layout = query.layout();
        this.mechanisms = mechanisms(priced);
        this.processing = new NumberProcessing(query);
        this.account = priced.keyAccount();
        this.cost = priced.releaseCost().femto();
        this.randomness = randomness;
        this.reveal = reveal;
        this.last = lastReleases(0);
    }

    private static PreparedMechanism[] mechanisms(PricedQuery priced) {
        List<Aggregate> aggregates = priced.query().aggregates();
        return IntStream.range(0, aggregates.size())
                .mapToObj(i -> aggregates.get(i).prepare(priced.price().mechanism(i)))
                .toArray(PreparedMechanism[]::new);
    }

    /** Of keys of which nothing has been released. */
    LastReleases lastReleases(int rows) {
        return new LastReleases(query, rows);
    }

    /** Draws refer from now on to what was released last of the keys that are closed, and note it there. */
    void referTo(LastReleases released) {
        last = released;
    }

    /** How many longs a cell's exact totals take. */
    int width() {
        return layout.coordinates();
    }

    /** Which of a cell's totals stay at the largest long where they would exceed it. */
    BitSet saturating() {
        BitSet places = new BitSet();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).saturates()) {
                int from = layout.coordinate(i);
                places.set(from, from + aggregates.get(i).coordinates());
            }
        }
        return places;
    }

    /**
     * Begins to close cells.
     *
     * @param cellEnd the end of these cells, epoch milliseconds
     * @param keyAccounts the accounts of their keys
     * @param out takes the noisy values and the refusals, and before each of them the exact values if they are revealed
     */
    void begin(long cellEnd, KeyAccounts keyAccounts, List<Outcome> out) {
        accounts = keyAccounts;
        outcomes = out;
        end = cellEnd;
        start = window.start(cellEnd, 1);
        period = account == null ? null : account.period(cellEnd);
    }

    /**
     * Closes a cell that ends where {@link #begin} said.
     *
     * @param row the row of the key among the accounts
     * @param key the text of the key
     * @param totals the cell's exact totals, {@link #width} of them from {@code from} on
     */
    void close(int row, String key, long[] totals, int from) {
        if (reveal) {
            outcomes.add(new Outcome(Outcome.Kind.EXACT, number, key, start, end, 0, measure(totals, from)));
        }
        if (period != null && !period.charge(accounts.words(), accounts.at(row))) {
            outcomes.add(new Outcome(Outcome.Kind.WITHHELD, number, key, start, end, 0, NOTHING));
            return;
        }
        outcomes.add(new Outcome(Outcome.Kind.RELEASED, number, key, start, end, cost, draw(row, totals, from)));
    }

    private long[] draw(int row, long[] totals, int from) {
        long[] released = new long[layout.measured()];
        last.recall(row, released);
        for (int i = 0; i < mechanisms.length; i++) {
            mechanisms[i].release(totals, from + layout.coordinate(i), released, layout.measuredAt(i), randomness);
        }
        processing.raise(released);
        last.keep(row, released);
        return released;
    }

    private long[] measure(long[] totals, int from) {
        long[] measured = new long[layout.measured()];
        for (int i = 0; i < mechanisms.length; i++) {
            aggregates.get(i).measure(totals, from + layout.coordinate(i), measured, layout.measuredAt(i));
        }
        return measured;
    }
}
