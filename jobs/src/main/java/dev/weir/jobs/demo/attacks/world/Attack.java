package dev.weir.jobs.demo.attacks.world;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.result.Release;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An attack: what happens in each world, which figures are published about it, and how the adversary guesses the secret bit from them.
 *
 * <p>The three targets of an attack get the same records. In a plain job the figures of a window are exact totals, or exact
 * totals with fresh noise each time they are published. In a job of the Java API they are what {@link #queries} release.
 */
public abstract class Attack implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The start of the first window. */
    protected static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

    /** The length of a window, and of a pane. */
    protected static final Duration HOUR = Duration.ofHours(1);

    /** The epsilon of everything that Weir publishes about a person. */
    protected static final Budget ONE = new Budget.Pure(BigDecimal.ONE);

    private static final String QUERY = "q";

    /** The name of the attack, in the words of {@code weir calc attacks}. */
    public final String name() {
        return laws().attack();
    }

    /** The options that compute how often the attack succeeds. */
    public abstract Laws laws();

    /** How many slots for records a world has, at least 1. */
    public abstract int slots();

    /**
     * The content of a slot: a function of world and slot. Times never fall from slot to slot.
     *
     * @param world the world
     * @param slot the number of the slot, from 0
     */
    public abstract Fact fact(World world, int slot);

    /** How many figures are published about a world, over all windows. */
    public abstract int figures();

    /** How many totals a window has. */
    public int totals() {
        return figures();
    }

    /**
     * Adds a record to the exact totals of its window.
     *
     * @param fact the record
     * @param totals the totals, as many as {@link #totals} says
     */
    public abstract void add(Fact fact, long[] totals);

    /**
     * The figures that a curator who publishes exact totals, or adds noise to them, computes from a window.
     *
     * @param totals the totals
     */
    public long[] published(long[] totals) {
        return totals;
    }

    /** How many panes of an hour a window has; windows slide by a pane. */
    public int panes() {
        return 1;
    }

    /** How often the curator with naive noise publishes each window, each time with fresh noise. */
    public abstract int answers();

    /** The scale of the naive noise in a figure. */
    public Ratio scale() {
        return Ratio.ONE;
    }

    /** The start of the first window, epoch milliseconds. */
    public final long start() {
        return START.toEpochMilli();
    }

    /** How many hours the schedule of windows has. */
    public int hours() {
        return 1;
    }

    /** How often Weir's job is restored from a savepoint that was taken before the window closed. */
    public int restores() {
        return 0;
    }

    /** The budget of a person in Weir's job. */
    public Budget budget() {
        return ONE;
    }

    /**
     * The queries of Weir's job. The name of each is {@link #query}.
     *
     * @param stream the private stream
     * @param keys the keys of all worlds, to be declared
     */
    public abstract List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys);

    /**
     * The name of a query.
     *
     * @param number the number of the query
     */
    protected static String query(int number) {
        return QUERY + number;
    }

    /**
     * The figures that Weir publishes in a row. Each query stands for the figure of its number, unless an attack says otherwise.
     *
     * @param row the row
     */
    public Answer answer(Release row) {
        String query = row.id().query();
        int number = Integer.parseInt(query, QUERY.length(), query.length(), 10);
        double value = row.values().get(0).value().doubleValue();
        return new Answer(World.numberOf(row.id().key()), number, new double[] {value});
    }

    /**
     * The adversary's guess of the secret bit.
     *
     * @param view what he sees
     */
    public abstract boolean guess(View view);
}
