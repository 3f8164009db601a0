package dev.weir.operators.query;

import dev.weir.accountant.levels.series.LevelSeries;

/** Opens the noise of priced queries of running totals and sliding windows with levels to tests of other packages. */
public final class LevelTotals {

    private LevelTotals() {}

    /** Returns the noise of all levels of the first query of a plan. */
    public static LevelSeries series(Plan plan) {
        return ((PricedLevelTotals) plan.queries().get(0)).level();
    }
}
