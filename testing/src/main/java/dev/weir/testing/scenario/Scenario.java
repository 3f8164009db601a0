package dev.weir.testing.scenario;

import java.util.Comparator;
import java.util.List;

/**
 * What happens in every world: a row of an audit's result.
 *
 * @param name short
 * @param description what the canary does, as a phrase
 * @param steps the slots of each world, in the order of their stamps
 */
public record Scenario(String name, String description, List<Step> steps) {

    /** Puts the steps in order. */
    public Scenario {
        steps = steps.stream().sorted(Comparator.comparingLong(Step::stamp)).toList();
    }

    /**
     * The stamps of the slots of some scenarios.
     *
     * @param scenarios the scenarios
     */
    public static List<List<Long>> stamps(List<Scenario> scenarios) {
        return scenarios.stream()
                .map(scenario -> scenario.steps().stream().map(Step::stamp).toList())
                .toList();
    }

    /** The records of the canary. */
    public List<Step> ofCanary() {
        return steps.stream()
                .filter(step -> step.person() == Step.Person.CANARY)
                .toList();
    }
}
