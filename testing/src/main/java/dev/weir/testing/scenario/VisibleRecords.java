package dev.weir.testing.scenario;

import dev.weir.operators.time.Window;
import java.util.List;

/**
 * The records whose rows are released whether the canary is there or not. Where keys are declared these are all. Else they lie under keys that so many others
 * use, in the same window or earlier in the same series, that the key is surely announced.
 *
 * @param rules what decides which records count
 * @param crowd how many others a key needs
 */
record VisibleRecords(CountedRecords.Rules rules, Crowd crowd) {

    /**
     * Selects records.
     *
     * @param canary the records of the canary that count
     * @param scenario the scenario, with the records of others
     */
    List<Step> of(List<Step> canary, Scenario scenario) {
        if (rules.query().keys().discovered().isEmpty()) {
            return canary;
        }
        if (crowd.sure() >= Crowd.MOST) {
            return List.of(); // no crowd that is made up announces the key surely
        }
        return canary.stream()
                .filter(step -> scenario.steps().stream()
                                .filter(other -> other.person() == Step.Person.OTHER && isBeside(step, other))
                                .count()
                        >= crowd.sure())
                .toList();
    }

    private boolean isBeside(Step step, Step other) {
        Window window = rules.query().window();
        long end = window.cellEnd(step.time());
        long otherEnd = window.cellEnd(other.time());
        return other.key() == step.key() && otherEnd <= end && window.spanEnd(otherEnd) == window.spanEnd(end);
    }
}
