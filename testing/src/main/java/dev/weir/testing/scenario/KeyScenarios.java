package dev.weir.testing.scenario;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import dev.weir.testing.scenario.Step.Person;
import dev.weir.testing.scenario.Step.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What canaries do under keys that nobody declared. Key 0 of a world has a crowd, by which it is announced whether the canary is there or not; from key 2
 * on nobody else has records, but where a scenario says so.
 *
 * @param plan the plan
 * @param keys how many keys a world has
 * @param times when it takes place
 */
record KeyScenarios(Plan plan, int keys, ScenarioTimes times) {

    private static final int LONE = 2;
    private static final int MOST_RECORDS = 48;

    /** More touches than are counted. */
    private static final int BEYOND = 3;

    /** How many people all crowds of a world have together at most, unless one alone has more. */
    private static final int MOST_PEOPLE = 192;

    /** Nobody else than the canary, or somebody under other keys. */
    record Parts(String name, String words, List<Step> ofCanary, List<Step> ofOthers) {}

    /** How many keys a world needs: as many as a canary may touch, and more. */
    static int wanted(Plan plan) {
        return LONE + (int) Math.min(MOST_RECORDS, touches(plan) + BEYOND);
    }

    private static long touches(Plan plan) {
        return plan.queries().stream()
                .filter(PricedQuery::discoversKeys)
                .mapToLong(priced -> priced.query().bounds().perCell().cellsPerPeriod())
                .max()
                .orElse(0);
    }

    /** The people of other scenarios: the crowd of key 0, in some windows or at the beginning of each series. */
    List<Step> crowd() {
        int people = Crowd.of(plan).sure();
        if (people == 0) {
            return List.of();
        }
        int cells = accumulates() ? times.usable() : Math.max(1, MOST_PEOPLE / people);
        Set<Long> spans = new HashSet<>();
        return IntStream.range(0, Math.min(cells, times.usable()))
                .filter(cell -> !accumulates() || spans.add(span(cell)))
                .boxed()
                .flatMap(cell -> people(people, cell, 0))
                .toList();
    }

    private boolean accumulates() {
        return windows().anyMatch(Window::accumulates);
    }

    private Stream<Window> windows() {
        return plan.queries().stream()
                .filter(PricedQuery::discoversKeys)
                .map(PricedQuery::query)
                .map(query -> query.window());
    }

    /** The end of the longest span of any query in which a cell lies. */
    private long span(int cell) {
        return windows()
                .mapToLong(window -> window.spanEnd(window.cellEnd(times.middle(cell))))
                .max()
                .orElseThrow();
    }

    private Stream<Step> people(int people, int cell, int key) {
        long time = times.middle(cell);
        return IntStream.range(0, people).mapToObj(number -> new Step(time, time, key, Size.LARGEST, Person.OTHER));
    }

    /** The scenarios. */
    List<Parts> all() {
        List<Parts> all = new ArrayList<>();
        Crowd crowd = Crowd.of(plan);
        all.add(new Parts("lone key", "records under a key of nobody else, in one window", repeated(), List.of()));
        if (!plan.unit().isEvent()) {
            all.add(new Parts(
                    "lone keys",
                    "as many records as a bound admits under each of more such keys than it may touch",
                    many(Size.LARGEST),
                    List.of()));
            all.add(new Parts(
                    "light keys", "as lone keys, with values that cost the least", many(Size.LOW_END), List.of()));
        }
        int next = following();
        if (next > 0) {
            all.add(new Parts(
                    "followed key",
                    "a record under a key that others have used before, in a window or series of its own",
                    List.of(at(next, LONE, Size.LARGEST)),
                    people(crowd.sure(), 0, LONE).toList()));
        }
        if (accumulates() && times.usable() > 1 && span(0) == span(1)) {
            addOfSeries(all, crowd);
        }
        return all;
    }

    private void addOfSeries(List<Parts> all, Crowd crowd) {
        all.add(new Parts(
                "after others",
                "a record under a key whose only other people came a step before",
                List.of(at(1, LONE, Size.LARGEST)),
                people(crowd.first(), 0, LONE).toList()));
        int last = IntStream.range(0, times.usable())
                .filter(cell -> span(cell) == span(0))
                .max()
                .orElseThrow();
        all.add(new Parts(
                "before others",
                "a record under a key whose other people come with the last step of the series",
                List.of(at(0, LONE, Size.LARGEST)),
                people(crowd.sure(), last, LONE).toList()));
    }

    /** The first cell of another window or series than the first one; 0 if there is none. */
    private int following() {
        return IntStream.range(1, times.usable())
                .filter(cell -> span(cell) != span(0))
                .findFirst()
                .orElse(0);
    }

    private List<Step> repeated() {
        return IntStream.rangeClosed(0, plan.unit().isEvent() ? 0 : recordsOfKey())
                .mapToObj(number -> at(0, LONE, Size.LARGEST))
                .toList();
    }

    /** The most records that any bound admits under one key; 0 without such a bound. */
    private int recordsOfKey() {
        return plan.queries().stream()
                .filter(PricedQuery::discoversKeys)
                .mapToInt(priced -> priced.query().bounds().perCell().recordsPerCell())
                .filter(bound -> bound < MOST_RECORDS)
                .max()
                .orElse(0);
    }

    /** Through the windows of one key, then of the next; of running totals through the keys of a series. As many records each as a bound admits. */
    private List<Step> many(Size size) {
        int lone = Math.max(1, keys - LONE);
        int each = Math.max(1, recordsOfKey());
        long wanted = touches(plan) + BEYOND + (size == Size.LOW_END ? touches(plan) : 0);
        int windows = accumulates() ? 1 : times.usable();
        return IntStream.range(0, (int) Math.min(MOST_RECORDS / each, wanted))
                .mapToObj(number -> at(
                        number % windows + number / windows / lone % (times.usable() - windows + 1),
                        LONE + number / windows % lone,
                        size))
                .flatMap(step -> Collections.nCopies(each, step).stream())
                .toList();
    }

    private Step at(int cell, int key, Size size) {
        long time = times.middle(cell);
        return new Step(time, time, key, size, Person.CANARY);
    }
}
