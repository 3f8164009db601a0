package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.learn.RecordKeeper;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data that the keys of all key groups of one query share: how a step is drawn, its price for a key, and the window
 * that it releases. Used by one thread. {@link StepDraws} contains the proof that the releases are private.
 */
final class StepRelease {

    private final int number;
    private final PricedQuery priced;
    private final Prices prices;
    private final long[] nothing;
    private final NumberProcessing processing;
    private final Randomness randomness;
    private final boolean reveal;
    private long earliestStart = Long.MIN_VALUE;
    private long until = Long.MAX_VALUE;

    /**
     * The sampler of steps at one price, and the charge to a key.
     *
     * @param account the account of each key; null if the query does not limit the loss of keys
     * @param cost the charge to a key for a release or a series, in units of 10<sup>-15</sup> of the currency
     */
    private record Price(StepDraws draws, @Nullable KeyAccount account, long cost) {

        static Price of(PricedQuery priced) {
            return new Price(
                    priced.draws(), priced.keyAccount(), priced.releaseCost().femto());
        }
    }

    /**
     * The prices of a query before and after each price step.
     *
     * @param all the prices in the order of time
     * @param last the query at its last price
     * @param at maps the end of a step of a series, epoch milliseconds, to the index of the step's price in {@code all}
     */
    private record Prices(List<Price> all, PricedQuery last, LongToIntFunction at) {

        static Prices of(List<PricedQuery> prices, LongToIntFunction at) {
            return new Prices(prices.stream().map(Price::of).toList(), prices.get(prices.size() - 1), at);
        }
    }

    /**
     * Creates the shared data for query {@code number} of a plan in which the query has one price.
     *
     * @param reveal whether exact values are returned too, for teaching and checking
     */
    StepRelease(int number, PricedQuery priced, Randomness randomness, boolean reveal) {
        this(number, Prices.of(List.of(priced), end -> 0), randomness, reveal);
    }

    private StepRelease(int number, Prices prices, Randomness randomness, boolean reveal) {
        this.number = number;
        this.priced = prices.last;
        this.prices = prices;
        this.nothing = new long[priced.query().layout().coordinates()];
        this.processing = NumberProcessing.of(priced);
        this.randomness = randomness;
        this.reveal = reveal;
    }

    /**
     * Creates the shared data for query {@code number} of a plan. Each step has the price of its span.
     *
     * @param reveal whether exact values are returned too, for teaching and checking
     */
    static StepRelease of(Plan plan, int number, Randomness randomness, boolean reveal) {
        Prices prices = Prices.of(plan.prices(number), end -> plan.priceAt(number, end));
        return new StepRelease(number, prices, randomness, reveal);
    }

    /** The price of the step that ends at {@code end}. */
    private Price price(long end) {
        return prices.all.get(prices.at.applyAsInt(end));
    }

    /**
     * Sets the earliest start that released windows state, and returns this object. A series that begins after an
     * adoption contains no contributions from before the adoption.
     *
     * @param time the time, epoch milliseconds
     */
    StepRelease notBefore(long time) {
        earliestStart = time;
        return this;
    }

    /** Sets the end of the schedule, epoch milliseconds, and returns this object. Windows that begin there or later are not released. */
    StepRelease until(long time) {
        until = time;
        return this;
    }

    /** The query. */
    Query query() {
        return priced.query();
    }

    /** The windows, which determine when steps end and series restart. */
    Window window() {
        return query().window();
    }

    /** The step at which a series ends for good. */
    long lastStep() {
        return priced.lastStep();
    }

    /** The number of released numbers of each key. */
    int width() {
        return query().layout().measured();
    }

    /** The number of totals of a key, if keys have levels; else 0. */
    int levelWidth() {
        return priced.levelNoise().isPresent() ? width() : 0;
    }

    /** The totals that the values of windows are computed from. */
    WindowTotals windowTotals() {
        List<SeriesWindow.Named> named = window().named();
        List<Integer> kept = named.isEmpty()
                ? List.of(Math.toIntExact(priced.keptTotals()))
                : named.stream().map(SeriesWindow.Named::kept).toList();
        return new WindowTotals(kept, reveal, levelWidth());
    }

    /**
     * The sampler of the numbers of a key at the step that ends at {@code end}. All steps of a span have the same
     * sampler.
     */
    StepDraws draws(long end) {
        return price(end).draws;
    }

    /** The totals of a key without records. All of them are 0, and callers must not change them. */
    long[] nothing() {
        return nothing;
    }

    /** The source of the random bits. */
    Randomness randomness() {
        return randomness;
    }

    /** The post-processing of noisy values. */
    NumberProcessing processing() {
        return processing;
    }

    /** Whether exact values are returned too. */
    boolean reveals() {
        return reveal;
    }

    /** Creates empty totals of the cells of {@code entries} keys. */
    OpenTotals noTotals(int entries) {
        BlockLayout layout = query().layout();
        List<Aggregate> aggregates = query().aggregates();
        BitSet saturating = new BitSet();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).saturates()) {
                int from = layout.coordinate(i);
                saturating.set(from, from + aggregates.get(i).coordinates());
            }
        }
        return new OpenTotals(entries, query().totals(), saturating, RecordKeeper.mostRecords(aggregates));
    }

    /** The period of key accounts that a step belongs to; null if the query does not limit the loss of keys. */
    KeyAccount.@Nullable Period period(long end) {
        KeyAccount account = price(end).account;
        return account == null ? null : account.period(end);
    }

    /**
     * Creates a release of the step that ends at {@code end}, without key and values, with the charge of a key that
     * pays.
     *
     * @param named the number of the named window that ends with the step, from 1; 0 if windows have no names
     */
    Outcome released(long end, long step, int named) {
        long start = named == 0
                ? window().start(end, step)
                : window().named().get(named - 1).start(end);
        long stated = Math.max(earliestStart, start);
        return new Outcome(Outcome.Kind.RELEASED, number, "", stated, end, step, named, price(end).cost, new long[0]);
    }

    /**
     * Where the totals of a window are kept.
     *
     * @param named the number of the named window that ends with the step, from 1; 0 if windows have no names
     * @param end the end of the step, epoch milliseconds
     */
    WindowTotals.Place place(int named, long end, long step) {
        return named == 0
                ? new WindowTotals.Place(0, step)
                : new WindowTotals.Place(
                        named - 1, window().named().get(named - 1).endNumber(end));
    }

    /**
     * The numbers of the windows that are released with a step: those that end there. Of named windows those that begin with the series or later, and
     * within the schedule.
     *
     * @param end the end of the step, epoch milliseconds
     * @param step the number of the step
     */
    List<Integer> windowsAt(long end, long step) {
        long began = window().start(end, step);
        return ending(end)
                .filter(window ->
                        window == 0 || isWithin(window().named().get(window - 1).start(end), began))
                .boxed()
                .toList();
    }

    private boolean isWithin(long start, long began) {
        return began <= start && start < until;
    }

    /** The numbers of the named windows that end with the step that ends at {@code end}, from 1; only 0 if windows have no names. */
    IntStream ending(long end) {
        List<SeriesWindow.Named> named = window().named();
        return named.isEmpty()
                ? IntStream.of(0)
                : IntStream.rangeClosed(1, named.size())
                        .filter(window -> named.get(window - 1).endsAt(end));
    }
}
