package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Chooses the noise of a series for its window, horizon and bounds: parameters are optimised here, once, when the job is
 * built. Everything is a function of public configuration, and the same on every machine.
 *
 * <p>Pure budgets: a tree with subtraction for running totals. Windows that slide read a tree of one level, which gives every
 * pane noise of its own: differences of totals then carry the noise of the window's panes alone, less than those of deeper
 * trees up to about a thousand panes. Other budgets: buffered linear Toeplitz noise.
 */
final class SeriesDesign {

    /** The most participations that the gate keeps apart: more are charged as if they shared a step. */
    private static final long MOST_SEPARATE = 64;

    private static final long YEAR_MILLIS = Duration.ofDays(365).toMillis();

    private SeriesDesign() {}

    /** Prices a query. */
    static PricedSeries price(Query query, SeriesWindow window, QueryPrice price) {
        Participation bounds = query.bounds().series().participation();
        SeriesPrice series = new SeriesPrice(price.share(), price.contributions(), bounds, lastStep(window));
        List<SeriesPrice.Term> terms = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            terms.add(
                    term(query.aggregates().get(i), price, price.terms().get(i).weight()));
        }
        return price.share().currency() == Currency.EPSILON
                ? series.of(tree(window), terms)
                : best(series, designs(window, bounds), planned(window), terms);
    }

    private static SeriesPrice.Term term(Aggregate aggregate, QueryPrice price, long weight) {
        return aggregate instanceof Scalar scalar
                ? new SeriesPrice.Term(scalar.largestTotal(1), weight)
                : SeriesPrice.Term.block(
                        price.norm(), aggregate.fullSize(price.norm()), aggregate.noiseFactors(), weight);
    }

    /** The last step of a window's series. */
    static long lastStep(SeriesWindow window) {
        return Math.min(window.lastStep(), SeriesPrice.LAST_STEP);
    }

    /** The step up to which errors are kept small. */
    static long planned(SeriesWindow window) {
        return Math.min(horizon(window).orElse(AnytimeDesign.STANDARD.steps()), lastStep(window));
    }

    /** For how many steps the noise is tuned, where that is stated. */
    private static OptionalLong horizon(SeriesWindow window) {
        return window instanceof RunningWindow running && !running.isUnbounded()
                ? OptionalLong.of(running.horizon())
                : OptionalLong.empty();
    }

    /**
     * The last step for which a band is stated before there are rows: that of the schedule, at most the planned one. Where neither a horizon
     * nor the schedule says how many steps there are, those of a year.
     */
    static long banded(SeriesWindow window, Schedule schedule) {
        long steps = Math.min(planned(window), window.steps(schedule.from(), schedule.until()));
        boolean isOpen = horizon(window).isEmpty() && !schedule.isBounded();
        return isOpen ? Math.min(steps, Math.max(1, YEAR_MILLIS / window.cellMillis())) : steps;
    }

    private static KaryTree tree(SeriesWindow window) {
        return window instanceof SlidingWindow ? new KaryTree(3, 1) : KaryTree.of(planned(window));
    }

    private static PricedSeries best(
            SeriesPrice series, List<BltDesign> designs, long step, List<SeriesPrice.Term> terms) {
        return designs.stream()
                .map(design -> series.of(design.optimize(), terms))
                .min(Comparator.comparingDouble(priced -> priced.noise(0).stddev(step)))
                .orElseThrow();
    }

    private static List<BltDesign> designs(SeriesWindow window, Participation bounds) {
        if (window instanceof SlidingWindow sliding) {
            return List.of(new WindowDesign(sliding.panes()));
        }
        return ((RunningWindow) window).isUnbounded()
                ? List.of(AnytimeDesign.STANDARD)
                : horizonDesigns(window, bounds);
    }

    /** Parameters for separate contributions pay only where the gate keeps them apart and their pattern sets the price. */
    private static List<BltDesign> horizonDesigns(SeriesWindow window, Participation bounds) {
        long steps = planned(window);
        List<BltDesign> designs = new ArrayList<>();
        designs.add(new PrefixDesign(steps, 1, 0, Objective.MAX, lastStep(window)));
        if (bounds.separation() > 0 && bounds.times() > 1 && bounds.times() <= MOST_SEPARATE) {
            designs.add(new PrefixDesign(steps, bounds.times(), bounds.separation(), Objective.MAX, lastStep(window)));
        }
        return designs;
    }
}
