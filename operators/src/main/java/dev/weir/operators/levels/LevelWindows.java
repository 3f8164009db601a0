package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One query with levels: its nodes by their names, and how a complete window becomes rows. Used by one thread. */
final class LevelWindows {

    private final Plan plan;
    private final int query;
    private final LevelShape shape;
    private final int expected;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final List<WindowSolver> solvers = new ArrayList<>();
    private final ExactRowsOfLevels exact;

    /**
     * Creates the windows of a query of a plan.
     *
     * @param query the number of the query, whose keys have levels
     */
    LevelWindows(Plan plan, int query) {
        this.plan = plan;
        this.query = query;
        PricedQuery priced = plan.queries().get(query);
        LevelPrice price = priced.levels().orElseThrow();
        this.shape = price.plans().get(0).shape();
        List<String> names = priced.query().keys().known();
        int drawn = 0;
        for (int node = 0; node < names.size(); node++) {
            if (priced.isDrawn(node)) {
                nodes.put(names.get(node), node);
                drawn++;
            }
        }
        this.expected = drawn;
        plan.prices(query).forEach(earlier -> solvers.add(new WindowSolver(earlier)));
        this.exact = new ExactRowsOfLevels(price.plans().get(0));
    }

    /** A window of which nothing is there. */
    DrawnNodes empty() {
        return new DrawnNodes(shape.nodes(), asked().layout().measured());
    }

    private Query asked() {
        return plan.queries().get(query).query();
    }

    /** Puts an outcome into its window. */
    void put(DrawnNodes window, Outcome outcome) {
        Integer node = nodes.get(outcome.key());
        if (node == null) {
            throw new IllegalStateException("an outcome must be that of a node with a draw");
        }
        window.put(node, outcome);
    }

    /** Whether the outcomes of all nodes with draws are there. */
    boolean isComplete(DrawnNodes window) {
        return window.size() == expected;
    }

    /**
     * Passes on the rows of a complete window: of all nodes of all levels, in their order. If a node was withheld, all are.
     *
     * @param end the end of the window, epoch milliseconds
     */
    void rows(DrawnNodes window, long end, Consumer<Outcome> out) {
        if (window.isWithheld()) {
            for (String key : asked().keys().known()) {
                out.accept(new Outcome(Outcome.Kind.WITHHELD, query, key, window.start(), end, 0, new long[0]));
            }
            return;
        }
        long[][] rows = solvers.get(plan.priceAt(query, end))
                .solve(window, asked().window().turn(end));
        for (int node = 0; node < rows.length; node++) {
            addRaw(window, node, rows[node]);
            String key = asked().keys().name(node);
            out.accept(
                    new Outcome(Outcome.Kind.RELEASED, query, key, window.start(), end, window.charge(), rows[node]));
        }
    }

    private void addRaw(DrawnNodes window, int node, long[] row) {
        for (int i = 0; window.has(node) && i < asked().aggregates().size(); i++) {
            if (asked().aggregates().get(i).postProcessing().isRaw()) {
                SolvedNumbers.setRaw(row, i, window.number(node, i));
            }
        }
    }

    /**
     * Passes on the exact rows of a complete window, for teaching and checking. Levels that are not measured are sums of others.
     *
     * @param end the end of the window, epoch milliseconds
     */
    void exactRows(DrawnNodes window, long end, Consumer<Outcome> out) {
        int width = asked().layout().measured();
        for (int node = 0; node < shape.nodes(); node++) {
            String key = asked().keys().name(node);
            long[] values = exact.values(window, node, width);
            out.accept(new Outcome(Outcome.Kind.EXACT, query, key, window.start(), end, 0, values));
        }
    }
}
