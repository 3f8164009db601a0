package dev.weir.jobs.audit;

import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Step;
import dev.weir.testing.scenario.Step.Person;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.SlotContent;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of the records of every world. Worlds have units of their own: for each scenario the canary's person and as many others as there are records of
 * others.
 */
final class WorldRecords implements SlotContent {

    private static final long serialVersionUID = 1L;
    private static final byte[] EMPTY = {};

    private final Trials trials;
    private final int first;
    private final Person[][] persons;
    private final int[][] units;
    private final long mostUnits;
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
        this.units = Arrays.stream(persons).map(WorldRecords::units).toArray(int[][]::new);
        this.mostUnits =
                1L + Arrays.stream(units).flatMapToInt(Arrays::stream).max().orElse(0);
        this.templates = scenarios.stream()
                .map(scenario ->
                        scenario.steps().stream().map(records::template).toArray(String[]::new))
                .toArray(String[][]::new);
    }

    /** The numbers of the units of a scenario: 0 for the canary's person, and from 1 on for others. */
    private static int[] units(Person[] persons) {
        int[] units = new int[persons.length];
        int others = 0;
        for (int step = 0; step < units.length; step++) {
            units[step] = persons[step] == Person.OTHER ? ++others : 0;
        }
        return units;
    }

    @Override
    public byte[] at(int scenario, int step, int world) {
        Person person = persons[scenario][step];
        boolean isEmpty = person == Person.NOBODY || (person == Person.CANARY && !trials.hasCanary(first + world));
        if (isEmpty) {
            return EMPTY;
        }
        long unit = AuditedRecords.FIRST_UNIT
                + mostUnits * ((long) world * persons.length + scenario)
                + units[scenario][step];
        return AuditedRecords.record(templates[scenario][step], unit, scenario + "." + world);
    }
}
