package dev.weir.jobs.audit;

import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeyName;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.testing.published.WorldKey;
import dev.weir.testing.scenario.Scenarios;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The keys of a world, and the audited plan: the pipeline's own but for the names of its keys, of which some may be left out.
 *
 * <p>The name of a key in a world stands in a field of its own, so that conditions on the pipeline's fields see what they always
 * see. A key of several columns, or of none, is one name there: inside a job every key is a number.
 *
 * <p>Rows of levels are sums over keys, so each world has such a query for itself ({@link WorldQueries}), with all its keys and the fields that it always
 * reads.
 *
 * @param pipeline the pipeline
 * @param texts for the fields that a query groups by, the keys that a world has, in the order of their indexes
 */
record AuditedKeys(Pipeline pipeline, Map<List<String>, List<String>> texts) {

    private static final int FEWEST = 3;
    private static final int MOST = 6;
    private static final String FIELD = "weir audit ";

    /** Names of keys that nobody declared are this, followed by a number. */
    private static final String MADE_UP = "key ";

    static AuditedKeys of(Pipeline pipeline) {
        int most = wanted(pipeline.plan());
        Map<List<String>, List<String>> texts = new LinkedHashMap<>();
        for (QueryFields query : pipeline.fields()) {
            texts.computeIfAbsent(query.keys(), fields -> texts(pipeline, fields, most));
        }
        AuditedKeys declared = new AuditedKeys(pipeline, texts);
        texts.replaceAll(
                (fields, names) -> declared.areDiscovered(fields) ? declared.withMadeUp(fields, names) : names);
        return new AuditedKeys(pipeline, texts);
    }

    /** Whether some query that groups by these fields has keys that nobody declared. */
    boolean areDiscovered(List<String> fields) {
        return IntStream.range(0, pipeline.fields().size())
                .filter(this::isDiscovered)
                .anyMatch(query -> pipeline.fields().get(query).keys().equals(fields));
    }

    /** Whether nobody declared the keys of a query, by its number. */
    boolean isDiscovered(int query) {
        return pipeline.plan().queries().get(query).discoversKeys();
    }

    /** Declared keys, and so many others as the canary may touch and more. */
    private List<String> withMadeUp(List<String> fields, List<String> declared) {
        List<String> names = new ArrayList<>(declared);
        for (int number = names.size(); number < Scenarios.keysOf(pipeline.plan()); number++) {
            String name = MADE_UP + number;
            names.add(
                    fields.size() < 2
                            ? name
                            : KeyName.ofValues(Collections.nCopies(fields.size(), name))
                                    .text());
        }
        return names;
    }

    /** More than a bound admits in a window, as far as that is not many. */
    private static int wanted(Plan plan) {
        return plan.queries().stream().mapToInt(AuditedKeys::wanted).max().orElseThrow();
    }

    /** With levels, records under as many keys of a window or series as noise is planned for cost the most. */
    private static int wanted(PricedQuery priced) {
        int bound = priced.query().bounds().perCell().keysPerWindow();
        long ofSeries = priced.levelNoise().isPresent() ? priced.affords() : 0;
        long planned = priced.levelPrice()
                .map(price -> price.plans().get(0).contributions().perWindow())
                .orElse(ofSeries);
        int ofBound = bound < MOST ? Math.min(MOST, 3 * bound) : FEWEST;
        return (int) Math.max(ofBound, Math.min(MOST, planned));
    }

    /** The keys that most queries declare come first. */
    private static List<String> texts(Pipeline pipeline, List<String> fields, int most) {
        Map<String, Integer> declared = new LinkedHashMap<>();
        for (int query = 0; query < pipeline.fields().size(); query++) {
            if (pipeline.fields().get(query).keys().equals(fields)) {
                texts(pipeline.plan().queries().get(query).query().keys()).stream()
                        .limit(1000)
                        .forEach(key -> declared.merge(key, 1, Integer::sum));
            }
        }
        return declared.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The texts of the keys that records may have. */
    private static List<String> texts(KeySpace keys) {
        if (keys.levels().isEmpty()) {
            return keys.known();
        }
        boolean isList = keys.attributes().size() > 1;
        return keys.cells().stream()
                .map(cell -> isList ? cell : KeyName.parse(cell).text())
                .toList();
    }

    /** How many keys a world has. */
    int count() {
        return texts.values().stream().mapToInt(List::size).max().orElseThrow();
    }

    /** Whether rows of a query, by its number, have levels. */
    boolean hasLevels(int query) {
        return pipeline.plan().queries().get(query).levelNoise().isPresent();
    }

    /** How many rows of a query one world has in every window. */
    int rowsOf(int query) {
        return hasLevels(query)
                ? pipeline.plan().queries().get(query).query().keys().known().size()
                : keysOf(query).size();
    }

    /**
     * The name that a key has in a world's rows of a query.
     *
     * @param query the number of the query
     * @param key the index of the key
     */
    String name(int query, int key) {
        return textsOf(query).get(key);
    }

    private List<String> textsOf(int query) {
        return texts.getOrDefault(pipeline.fields().get(query).keys(), List.of());
    }

    private List<String> keysOf(int query) {
        if (isDiscovered(query)) {
            return textsOf(query);
        }
        Set<String> declared = new LinkedHashSet<>(
                texts(pipeline.plan().queries().get(query).query().keys()));
        return textsOf(query).stream().filter(declared::contains).toList();
    }

    /** The name of the field that holds the name of a world's key, of queries that group by the same fields. */
    static String fieldOf(List<String> fields) {
        return FIELD + KeyName.ofValues(fields).text();
    }

    /** How many declared keys the worlds leave out, over all queries. */
    int left() {
        return IntStream.range(0, pipeline.fields().size())
                .filter(query -> !hasLevels(query) && !isDiscovered(query))
                .map(query -> pipeline.plan()
                                .queries()
                                .get(query)
                                .query()
                                .keys()
                                .known()
                                .size()
                        - keysOf(query).size())
                .sum();
    }

    /**
     * The pipeline over the keys of several worlds.
     *
     * @param scenarios how many scenarios there are
     * @param worlds how many worlds each has
     */
    Pipeline over(int scenarios, int worlds) {
        List<PricedQuery> priced = new ArrayList<>();
        List<QueryFields> fields = new ArrayList<>();
        for (int query = 0; query < pipeline.fields().size(); query++) {
            if (hasLevels(query)) {
                new WorldQueries(
                                pipeline.plan().queries().get(query),
                                pipeline.fields().get(query))
                        .add(scenarios, worlds, priced, fields);
            } else {
                priced.add(renamed(query, scenarios, worlds));
                QueryFields read = pipeline.fields().get(query);
                fields.add(new QueryFields(read.where(), fieldOf(read.keys()), read.reads()));
            }
        }
        Plan own = pipeline.plan();
        Budget budget = WorldQueries.budget(own.budget(), priced);
        return with(new Plan(own.domain(), own.unit(), budget, own.timing(), priced, own.unitName()), fields);
    }

    private Pipeline with(Plan plan, List<QueryFields> fields) {
        return new Pipeline(
                pipeline.name(),
                pipeline.source(),
                pipeline.clock(),
                plan,
                pipeline.domainBudget(),
                fields,
                pipeline.sink(),
                pipeline.limits(),
                pipeline.checkpoint());
    }

    /** Keys that nobody declared carry the name of their world in their texts; those of several fields are one text. */
    private KeySpace keys(int query, int scenarios, int worlds) {
        return pipeline.plan()
                .queries()
                .get(query)
                .query()
                .keys()
                .discovered()
                .<KeySpace>map(keys -> new DiscoveredKeys(keys.delta(), keys.by(), keys.preThreshold(), keys.every()))
                .orElseGet(() -> new DeclaredKeys(names(query, scenarios, worlds)));
    }

    private List<String> names(int query, int scenarios, int worlds) {
        List<String> names = new ArrayList<>();
        for (String key : keysOf(query)) {
            for (int i = 0; i < scenarios * worlds; i++) {
                names.add(new WorldKey(i / worlds, i % worlds, key).name());
            }
        }
        return names;
    }

    private PricedQuery renamed(int query, int scenarios, int worlds) {
        PricedQuery own = pipeline.plan().queries().get(query);
        return PricedQuery.of(
                renamed(own.query(), keys(query, scenarios, worlds)),
                own.price().share());
    }

    private static Query renamed(Query own, KeySpace keys) {
        return new Query(
                own.name(),
                own.version(),
                own.reads(),
                keys,
                own.window(),
                own.bounds(),
                own.aggregates(),
                own.spend(),
                own.keyAccount());
    }
}
