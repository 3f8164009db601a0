package dev.weir.testing.scenario;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.testing.scenario.Step.Person;
import dev.weir.testing.scenario.Step.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What canaries do to pass the bounds of a plan: made from the plan alone.
 *
 * @param plan the plan
 * @param keys how many keys a world has, at least 1
 * @param times when it takes place
 */
public record Scenarios(Plan plan, int keys, ScenarioTimes times) {

    /** How many records one scenario has at most. */
    private static final int MOST_RECORDS = 48;

    /** The scenarios, at least one. */
    public List<Scenario> all() {
        List<Scenario> scenarios = new ArrayList<>(List.of(
                scenario("one record", "one full-size record", List.of(at(0, 0, Size.LARGEST))),
                scenario("lowest", "one record far below its clamps", List.of(at(0, 0, Size.SMALLEST))),
                scenario("low end", "one record at the lower end of its clamps", List.of(at(0, 0, Size.LOW_END))),
                scenario("high end", "one record at the upper end of its clamps", List.of(at(0, 0, Size.HIGH_END)))));
        if (!plan.unit().isEvent()) {
            addOfMany(scenarios);
        }
        scenarios.add(scenario("edges", "records at the edges of windows and of its period", edges()));
        scenarios.add(scenario("uncounted", "records too late, too early and of undeclared keys", uncounted()));
        if (plan.queries().stream().anyMatch(PricedQuery::discoversKeys)) {
            new KeyScenarios(plan, keys, times)
                    .all()
                    .forEach(parts ->
                            scenarios.add(scenario(parts.name(), parts.words(), parts.ofCanary(), parts.ofOthers())));
        }
        return scenarios;
    }

    /**
     * How many keys a world needs because nobody declared the keys of some query; 0 if all are declared.
     *
     * @param plan the plan
     */
    public static int keysOf(Plan plan) {
        return plan.queries().stream().anyMatch(PricedQuery::discoversKeys) ? KeyScenarios.wanted(plan) : 0;
    }

    private void addOfMany(List<Scenario> scenarios) {
        long affords = most(PricedQuery::affords);
        int inOneCell = (int) Math.min(MOST_RECORDS, isGaussian() ? Math.round(Math.sqrt((double) affords)) : affords);
        scenarios.add(scenario("one cell", "as many records in one cell as the account pays for", repeated(inOneCell)));
        scenarios.add(scenario("spread", "as many records as the account pays for, over keys and windows", spread((int)
                Math.min(MOST_RECORDS, affords))));
        scenarios.add(scenario("overspent", "four times as many records as the account pays for", spread((int)
                Math.min(MOST_RECORDS, Math.max(8, 4 * affords)))));
        if (plan.queries().stream().anyMatch(priced -> priced.levelNoise().isPresent())) {
            scenarios.add(scenario(
                    "leaves",
                    "as many records as the account pays for, under as many keys of a window as bounds admit",
                    leaves((int) Math.min(MOST_RECORDS, affords))));
        }
        if (hasBound(bounds -> bounds.recordsPerCell() < Bounds.UNBOUNDED)) {
            scenarios.add(scenario(
                    "records bound", "more records in one cell than a bound admits", repeated(beyond(affords))));
        }
        if (hasBound(bounds -> bounds.keysPerWindow() < keys)) {
            scenarios.add(scenario("keys bound", "a record for every key in one window", everyKey()));
        }
        if (hasBound(
                bounds -> bounds.cellsPerPeriod() < Bounds.UNBOUNDED || bounds.windowsPerPeriod() < Bounds.UNBOUNDED)) {
            scenarios.add(scenario("windows bound", "a record in every window of one key", everyWindow()));
        }
    }

    private boolean isGaussian() {
        return plan.queries().get(0).price().isGaussian();
    }

    private long most(java.util.function.ToLongFunction<PricedQuery> number) {
        return plan.queries().stream().mapToLong(number).max().orElseThrow();
    }

    private boolean hasBound(java.util.function.Predicate<Bounds> bound) {
        return plan.queries().stream()
                .anyMatch(priced -> bound.test(priced.query().bounds().perCell()));
    }

    private static int beyond(long affords) {
        return (int) Math.min(MOST_RECORDS, Math.max(6, affords));
    }

    private List<Step> repeated(int records) {
        return IntStream.range(0, records)
                .mapToObj(number -> at(0, 0, Size.LARGEST))
                .toList();
    }

    private List<Step> everyKey() {
        return IntStream.range(0, keys)
                .mapToObj(key -> at(0, key, Size.LARGEST))
                .toList();
    }

    private List<Step> everyWindow() {
        return IntStream.range(0, times.usable())
                .mapToObj(cell -> at(cell, 0, Size.LARGEST))
                .toList();
    }

    /** Through all windows of one key, then of the next. */
    private List<Step> spread(int records) {
        return IntStream.range(0, records)
                .mapToObj(number -> at(number % times.usable(), number / times.usable() % keys, Size.LARGEST))
                .toList();
    }

    /** Through as many keys of one window, or of one series, as every query with levels admits, then of the next window. */
    private List<Step> leaves(int records) {
        int leaves = plan.queries().stream()
                .filter(priced -> priced.levelNoise().isPresent())
                .mapToInt(priced -> priced.query().bounds().perCell().keysPerWindow())
                .reduce(keys, Math::min);
        return IntStream.range(0, records)
                .mapToObj(number -> at(number / leaves % times.usable(), number % leaves, Size.LARGEST))
                .toList();
    }

    private Step at(int cell, int key, Size size) {
        long time = times.middle(cell);
        return new Step(time, time, key, size, Person.CANARY);
    }

    private List<Step> edges() {
        List<Step> steps = new ArrayList<>();
        for (int cell = 0; cell < Math.min(2, times.usable()); cell++) {
            steps.add(exactly(times.start(cell), Person.CANARY));
            steps.add(exactly(times.end(cell) - 1, Person.CANARY));
        }
        steps.add(exactly(times.edge() - 1, Person.CANARY));
        for (int i = 0; i < 3; i++) {
            steps.add(exactly(times.edge() + i, Person.CANARY_LATER));
        }
        return steps;
    }

    private static Step exactly(long time, Person person) {
        return new Step(time, time, 0, Size.LARGEST, person);
    }

    /** Late at the first stamp at which it is, and later; too early by one millisecond; of a key that nobody declares. */
    private List<Step> uncounted() {
        long end = times.end(0);
        long late = end + plan.timing().delayMillis();
        long early = times.start(0) + plan.timing().maxSkewMillis() + 1;
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(late, end - 1, 0, Size.LARGEST, Person.CANARY));
        steps.add(new Step(late + times.cell(), end - 1, 0, Size.LARGEST, Person.CANARY));
        steps.add(new Step(times.start(0), early, 0, Size.LARGEST, Person.CANARY));
        steps.add(new Step(times.middle(0), times.middle(0), Step.UNDECLARED, Size.LARGEST, Person.CANARY));
        return steps;
    }

    /** With others as everywhere: somebody under the second key, and under the first one so many that it is announced if nobody declared it. */
    private Scenario scenario(String name, String words, List<Step> ofCanary) {
        return scenario(name, words, ofCanary, new KeyScenarios(plan, keys, times).crowd());
    }

    /** Adds what happens besides: slots that only tick, and somebody else under the second key. */
    private Scenario scenario(String name, String words, List<Step> ofCanary, List<Step> ofOthers) {
        List<Step> steps = new ArrayList<>(times.ticks());
        steps.addAll(ofOthers);
        ofCanary.forEach(step -> steps.add(step.about(person(step, ofCanary))));
        long time = times.middle(0);
        steps.add(new Step(time, time, Math.min(1, keys - 1), Size.LARGEST, Person.OTHER));
        return new Scenario(name, words, steps);
    }

    /** Where each record is a unit, the first one alone is the canary; where a person is one for ever, all records are. */
    private Person person(Step step, List<Step> ofCanary) {
        if (plan.unit().isEvent()) {
            return step.equals(ofCanary.get(0)) ? Person.CANARY : Person.OTHER;
        }
        boolean isForEver = plan.unit().isForEver();
        return isForEver && step.person() == Person.CANARY_LATER ? Person.CANARY : step.person();
    }
}
