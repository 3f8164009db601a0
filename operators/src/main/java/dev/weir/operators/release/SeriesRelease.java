package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.time.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the steps of the series of one query, and says what becomes of each key: charges the key's account once for a series,
 * and names the window that a step releases.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a unit moves the
 * steps of a series only by what its account has paid for in the gate, horizon tail included, so all releases of the query
 * together cost the unit at most the query's share of its budget: {@link dev.weir.accountant.continual.SeriesPrice}.
 * Mechanism: {@link CorrelatedNoise} on the exact increments of each key, drawn from a cryptographic key stream once for every
 * step; running totals are its outputs, sliding windows are differences of two of them. Charge: the key's account pays the
 * most that one unit can have spent on the key, with the series' first release. A refusal is a function of the schedule and
 * public; the series of a key that is withheld goes on, and the account is asked again at its next step.
 */
final class SeriesRelease {

    private final int number;
    private final Window window;
    private final long lastStep;

    /** Of each number that is measured. */
    private final PreparedSeries[] series;

    private final @Nullable BlockMeasure measure;
    private final int coordinates;
    private final int[] places;
    private final NumberProcessing processing;
    private final @Nullable KeyAccount account;
    private final long cost;
    private final Randomness randomness;
    private final boolean reveal;
    private long earliestStart = Long.MIN_VALUE;

    /**
     * Takes the steps of query {@code number} of its plan.
     *
     * @param reveal whether exact values are handed over too: for teaching and checking
     */
    SeriesRelease(int number, PricedTotals priced, Randomness randomness, boolean reveal) {
        List<CorrelatedNoise> noises = priced.measuredNoises();
        this.number = number;
        this.window = priced.window();
        this.lastStep = priced.lastStep();
        this.series = prepared(noises);
        this.measure = BlockMeasure.of(priced.query());
        this.coordinates = priced.query().layout().coordinates();
        this.places = places(noises);
        this.processing = new NumberProcessing(priced.query());
        this.account = priced.keyAccount();
        this.cost = priced.releaseCost().femto();
        this.randomness = randomness;
        this.reveal = reveal;
    }

    /** Numbers of a block that have the same noise share what draws it. */
    private static PreparedSeries[] prepared(List<CorrelatedNoise> noises) {
        Map<CorrelatedNoise, PreparedSeries> known = new HashMap<>();
        return noises.stream()
                .map(noise -> known.computeIfAbsent(noise, CorrelatedNoise::prepare))
                .toArray(PreparedSeries[]::new);
    }

    /** Where the words of each series start in those of a key, and how many all of them are. */
    private static int[] places(List<CorrelatedNoise> noises) {
        int[] places = new int[noises.size() + 1];
        for (int i = 0; i < noises.size(); i++) {
            places[i + 1] = places[i] + noises.get(i).words();
        }
        return places;
    }

    /**
     * States of every window that it starts no earlier: a series that begins behind an adoption holds nothing from before.
     *
     * @param time epoch milliseconds
     */
    SeriesRelease notBefore(long time) {
        earliestStart = time;
        return this;
    }

    /** How many longs what a step adds takes for each key. */
    int coordinates() {
        return coordinates;
    }

    /** How many totals a key has: one for each number that is measured. */
    int width() {
        return series.length;
    }

    /** How many words the series of a key take. */
    int words() {
        return places[series.length];
    }

    /** What becomes of noisy values before they are released. */
    NumberProcessing processing() {
        return processing;
    }

    /** When steps end and series begin anew. */
    Window window() {
        return window;
    }

    /** The step at which a series ends for good. */
    long lastStep() {
        return lastStep;
    }

    /** Whether exact values are handed over too. */
    boolean reveals() {
        return reveal;
    }

    /**
     * Takes the next step of all series of one key.
     *
     * @param state the words of the series, which start at {@code at}
     * @param added what the step adds to the totals, exactly, from {@code from} on; null: nothing
     * @param noisy takes the noisy totals from {@code to} on
     */
    void step(long[] state, int at, long @Nullable [] added, int from, long[] noisy, int to) {
        if (measure != null && added != null) {
            stepEach(state, at, measure.of(added, from), 0, noisy, to);
        } else {
            stepEach(state, at, added, from, noisy, to);
        }
    }

    private void stepEach(long[] state, int at, long @Nullable [] measured, int from, long[] noisy, int to) {
        for (int i = 0; i < series.length; i++) {
            long amount = measured == null ? 0 : measured[from + i];
            noisy[to + i] = series[i].next(state, at + places[i], amount, randomness);
        }
    }

    /** Adds what is measured of what a step adds, exactly: totals of increments, because what is measured is linear. */
    void addExact(long[] added, int from, long[] exact, int to) {
        long[] measured = measure == null ? added : measure.of(added, from);
        int start = measure == null ? from : 0;
        for (int i = 0; i < series.length; i++) {
            exact[to + i] = Math.addExact(exact[to + i], measured[start + i]);
        }
    }

    /**
     * A step of the series of a key group.
     *
     * @param end its end, epoch milliseconds
     * @param number its number in the series, from 1
     * @param keys the keys of the group
     * @param accounts their accounts
     */
    record Step(long end, long number, KeyRows keys, KeyAccounts accounts) {}

    /** Knows which keys have paid for their series, by their rows. */
    interface Payments {

        /** Whether a key has paid for its series. */
        boolean isCharged(int row);

        /** Notes that a key has paid for its series. */
        void setCharged(int row);
    }

    /**
     * Says what becomes of the keys of a group at a step: charges those that have not paid for their series.
     *
     * @param payments which keys have paid; those that pay now are noted
     * @param noisy what is released of each key if it has paid, key by key; nobody changes it any more
     * @param exact what is exact, key by key, if that is revealed; nobody changes it any more
     */
    List<Outcome> outcomes(Step step, Payments payments, long[] noisy, long @Nullable [] exact) {
        long end = step.end();
        Outcome released = new Outcome(
                Outcome.Kind.RELEASED,
                number,
                "",
                Math.max(earliestStart, window.start(end, step.number())),
                end,
                step.number(),
                cost,
                new long[0]);
        StepOutcomes outcomes = new StepOutcomes(released, step.keys(), noisy, exact);
        KeyAccount.Period period = account == null ? null : account.period(end);
        for (int row = 0; row < step.keys().size(); row++) {
            if (payments.isCharged(row)) {
                continue;
            }
            if (period == null
                    || period.charge(step.accounts().words(), step.accounts().at(row))) {
                payments.setCharged(row);
                outcomes.charge(row);
            } else {
                outcomes.withhold(row);
            }
        }
        return outcomes;
    }
}
