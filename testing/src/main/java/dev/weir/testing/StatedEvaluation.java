package dev.weir.testing;

import dev.weir.testing.Subject.QuerySet;
import dev.weir.testing.published.Published;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Trials;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes a report of what a job has published whose loss its own accountant states, and no plan of aggregates.
 *
 * @param trials the worlds
 * @param scenarios the scenarios, in the order of their numbers
 * @param stated what the canary of a scenario may lose
 * @param seed begins simulations
 */
public record StatedEvaluation(Trials trials, List<Scenario> scenarios, Function<Scenario, Stated> stated, long seed) {

    /** Takes a copy of the scenarios. */
    public StatedEvaluation {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * Evaluates.
     *
     * @param query the name of the query under which rows were published
     * @param published what was published
     */
    public AuditReport of(String query, Published published) {
        QuerySet all = new QuerySet(query, List.of(query));
        Subject subject = new Subject(
                scenarios, List.of(all), (scenario, set) -> stated.apply(scenario), Set.of(), Optional.empty());
        return new Evaluation(trials, subject, seed).of(published);
    }
}
