package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.BltCache;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Currency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the noise of a series for its window, horizon and bounds. The parameters of the noise are optimised once,
 * when the job is built. The result depends only on public configuration and is the same on every machine.
 *
 * <p>With a pure budget, running totals use a tree with subtraction. Sliding windows use a tree of one level, which
 * gives every pane independent noise. A window, which is the difference of two totals, then contains only the noise of
 * its own panes. For fewer than 32 panes this is less noise, on average over the steps, than with deeper trees; for
 * more than 32 panes a tree of two levels would have less. With other budgets, both use buffered linear Toeplitz noise.
 */
final class SeriesDesign {

    private SeriesDesign() {}

    /** Prices a query with the noise that has the smallest error. */
    static PricedSeries price(Query query, SeriesSums sums, QueryPrice price) {
        return prices(query, sums, price, true).stream()
                .min(Comparator.comparingDouble(priced -> priced.noise(0).stddev(sums.plannedSteps())))
                .orElseThrow();
    }

    /**
     * Prices a query with each noise that it may have, always in the same order.
     *
     * @param isWeighted whether aggregates have their weights; else each has the weight 1
     */
    static List<PricedSeries> prices(Query query, SeriesSums sums, QueryPrice price, boolean isWeighted) {
        Participation bounds = query.bounds().series().participation();
        SeriesPrice series = new SeriesPrice(price.share(), price.contributions(), bounds, sums.lastStep());
        List<SeriesPrice.Term> terms = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            long weight = isWeighted ? price.terms().get(i).weight() : 1;
            terms.add(query.aggregates().get(i).seriesTerm(price.norm(), weight));
        }
        return price.share().currency() == Currency.EPSILON
                ? List.of(series.of(sums.tree(), terms))
                : sums.designs(bounds).stream()
                        .map(design -> series.of(BltCache.optimized(design, design.buffers()), terms))
                        .toList();
    }
}
