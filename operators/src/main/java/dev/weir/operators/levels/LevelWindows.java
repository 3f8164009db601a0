package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One query with levels: its nodes by their names, and how a complete window becomes rows. Used by one thread. */
final class LevelWindows {

    private final Plan plan;
    private final int query;
    private final LevelShape shape;
    private final int width;
    private final NodeFinder nodes;
    private final List<RowsOfSteps> prices = new ArrayList<>();
    private final ExactRowsOfLevels exact;

    /**
     * Creates the windows of a query of a plan.
     *
     * @param query the number of the query, whose keys have levels
     * @param isExact whether the numbers are exact values of windows; noisy ones of sliding windows are two totals each
     */
    LevelWindows(Plan plan, int query, boolean isExact) {
        this.plan = plan;
        this.query = query;
        PricedQuery priced = plan.queries().get(query);
        int measured = priced.query().layout().measured();
        this.width = !isExact && priced.keptTotals() > 0 ? 2 * measured : measured;
        LevelNoise noise = priced.levelNoise().orElseThrow();
        this.shape = noise.shape();
        this.nodes = new NodeFinder(priced.query().keys().known(), priced::isDrawn);
        plan.prices(query).forEach(earlier -> prices.add(new RowsOfSteps(earlier)));
        this.exact = new ExactRowsOfLevels(noise);
    }

    /** A window of which nothing is there. Each node has as many numbers as an outcome of the query. */
    DrawnNodes empty() {
        return new DrawnNodes(shape.nodes(), width);
    }

    private Query asked() {
        return plan.queries().get(query).query();
    }

    /** Puts an outcome into its window. */
    void put(DrawnNodes window, Outcome outcome) {
        window.put(nodes.node(outcome.key()), outcome);
    }

    /** Whether the outcomes of all nodes with draws are there. */
    boolean isComplete(DrawnNodes window) {
        return window.size() == nodes.size();
    }

    /**
     * Passes on the rows of a complete window: of all nodes of all levels, in their order. If a node was withheld, all are.
     *
     * @param end the end of the window, epoch milliseconds
     */
    void rows(DrawnNodes window, long end, Consumer<Outcome> out) {
        if (window.isWithheld()) {
            for (int node = 0; node < shape.nodes(); node++) {
                out.accept(row(Outcome.Kind.WITHHELD, node, new Ended(window, end), new long[0]));
            }
            return;
        }
        RowsOfSteps price = prices.get(plan.priceAt(query, end));
        SolvedRows rows = price.solve(window, asked().window().number(end));
        for (int node = 0; node < rows.size(); node++) {
            long[] row = rows.row(node);
            addRaw(price, window, node, row);
            out.accept(row(Outcome.Kind.RELEASED, node, new Ended(window, end), row));
        }
    }

    private void addRaw(RowsOfSteps price, DrawnNodes window, int node, long[] row) {
        for (int i = 0; window.has(node) && i < asked().aggregates().size(); i++) {
            if (asked().aggregates().get(i).postProcessing().isRaw()) {
                int number = asked().layout().measuredAt(i);
                SolvedNumbers.setRaw(row, number, price.raw(window, node, number));
            }
        }
    }

    /** A window and its end, epoch milliseconds. */
    private record Ended(DrawnNodes window, long end) {}

    private Outcome row(Outcome.Kind kind, int node, Ended ended, long[] values) {
        DrawnNodes window = ended.window;
        String key = asked().keys().name(node);
        long charge = kind == Outcome.Kind.RELEASED ? window.charge() : 0;
        return new Outcome(kind, query, key, window.start(), ended.end, window.step(), charge, values);
    }

    /**
     * Passes on the exact rows of a complete window, for teaching and checking. Levels that are not measured are sums of others.
     *
     * @param end the end of the window, epoch milliseconds
     */
    void exactRows(DrawnNodes window, long end, Consumer<Outcome> out) {
        for (int node = 0; node < shape.nodes(); node++) {
            long[] values = exact.values(window, node, width);
            out.accept(row(Outcome.Kind.EXACT, node, new Ended(window, end), values));
        }
    }
}
