package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Currency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the noise of a series for its window, horizon and bounds. Its parameters are optimised once, when the job is
 * built. The result is a function of public configuration, and the same on every machine.
 *
 * <p>Pure budgets: a tree with subtraction for running totals. Sliding windows read a tree of one level, which gives
 * every pane independent noise: differences of totals then contain the noise of the window's panes alone, which is less
 * than with deeper trees up to about a thousand panes. Other budgets: buffered linear Toeplitz noise.
 */
final class SeriesDesign {

    private SeriesDesign() {}

    /** Prices a query. */
    static PricedSeries price(Query query, SeriesSums sums, QueryPrice price) {
        Participation bounds = query.bounds().series().participation();
        SeriesPrice series = new SeriesPrice(price.share(), price.contributions(), bounds, sums.lastStep());
        List<SeriesPrice.Term> terms = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            long weight = price.terms().get(i).weight();
            terms.add(query.aggregates().get(i).seriesTerm(price.norm(), weight));
        }
        return price.share().currency() == Currency.EPSILON
                ? series.of(sums.tree(), terms)
                : best(series, sums.designs(bounds), sums.plannedSteps(), terms);
    }

    private static PricedSeries best(
            SeriesPrice series, List<BltDesign> designs, long step, List<SeriesPrice.Term> terms) {
        return designs.stream()
                .map(design -> series.of(design.optimize(), terms))
                .min(Comparator.comparingDouble(priced -> priced.noise(0).stddev(step)))
                .orElseThrow();
    }
}
