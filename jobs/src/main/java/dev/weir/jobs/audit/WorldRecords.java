package dev.weir.jobs.audit;

import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Step;
import dev.weir.testing.scenario.Step.Person;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.SlotContent;
import java.util.List;

/**
 * The bytes of the records of every world. Worlds have units of their own: two for each scenario, the canary's person and somebody
 * else.
 */
final class WorldRecords implements SlotContent {

    private static final long serialVersionUID = 1L;
    private static final byte[] EMPTY = {};

    private final Trials trials;
    private final int first;
    private final Person[][] persons;
    private final String[][] templates;

    /**
     * The records of some worlds.
     *
     * @param trials all worlds
     * @param first the number of the first of these worlds
     * @param scenarios the scenarios
     * @param records makes the templates
     */
    WorldRecords(Trials trials, int first, List<Scenario> scenarios, AuditedRecords records) {
        this.trials = trials;
        this.first = first;
        this.persons = scenarios.stream()
                .map(scenario -> scenario.steps().stream().map(Step::person).toArray(Person[]::new))
                .toArray(Person[][]::new);
        this.templates = scenarios.stream()
                .map(scenario ->
                        scenario.steps().stream().map(records::template).toArray(String[]::new))
                .toArray(String[][]::new);
    }

    @Override
    public byte[] at(int scenario, int step, int world) {
        Person person = persons[scenario][step];
        boolean isEmpty = person == Person.NOBODY || (person == Person.CANARY && !trials.hasCanary(first + world));
        if (isEmpty) {
            return EMPTY;
        }
        long unit = AuditedRecords.FIRST_UNIT
                + 2L * ((long) world * persons.length + scenario)
                + (person == Person.OTHER ? 1 : 0);
        return AuditedRecords.record(templates[scenario][step], unit, scenario + "." + world);
    }
}
