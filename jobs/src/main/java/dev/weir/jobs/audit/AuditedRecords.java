package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.record.SampleReader;
import dev.weir.testing.scenario.BaseCells;
import dev.weir.testing.scenario.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes the records of worlds in the pipeline's format: of a size, for a key, and so that the conditions of as many queries as
 * possible hold.
 */
final class AuditedRecords {

    /** The smallest id of a unit. */
    static final long FIRST_UNIT = 1_000_000;

    /** Stands for the unit's id in a template. */
    private static final String UNIT = "\uE001";

    /** Stands for scenario and world in a template. */
    private static final String WORLD = "\uE002";

    private static final int MOST_TRIES = 5000;
    private static final String NO_KEY = "of no query";

    /** A text that no key may have: with a character that changes the direction of text. */
    private static final String REFUSED_KEY = NO_KEY + "\u202e";

    private final Pipeline pipeline;
    private final AuditedKeys keys;
    private final Source source;
    private final SampleReader reader;
    private final SampleReader ofWorld;
    private final Set<Integer> taken = new HashSet<>();
    private final Map<Step, int[]> cells = new HashMap<>();

    /** @param keys the keys of a world */
    AuditedRecords(AuditedKeys keys) {
        this.keys = keys;
        this.pipeline = withColumns(keys.pipeline());
        this.source = pipeline.source();
        this.reader = new SampleReader(pipeline);
        this.ofWorld = new SampleReader(readable(keys.over(1, 1)));
    }

    /** The pipeline with the columns that it reads, where a file's first line would name them. */
    private static Pipeline withColumns(Pipeline pipeline) {
        if (pipeline.source().format().header().isEmpty()) {
            return pipeline;
        }
        Set<String> columns = new LinkedHashSet<>(pipeline.source().columns());
        columns.addAll(pipeline.readFields());
        pipeline.fields().forEach(fields -> columns.add(AuditedKeys.fieldOf(fields.keys())));
        columns.add(WorldQueries.FIELD);
        return pipeline.withColumns(new ArrayList<>(columns));
    }

    /**
     * A pipeline over worlds with the columns of these records.
     *
     * @param worlds a pipeline of the same source
     */
    Pipeline readable(Pipeline worlds) {
        return source.format().header().isPresent() ? worlds.withColumns(source.columns()) : worlds;
    }

    /** The numbers of the queries whose conditions some record that was made fulfils. */
    Set<Integer> taken() {
        return taken;
    }

    /**
     * The base cell of a query in which a record lies, as a job over worlds reads it; {@link BaseCells#NONE} if the query does not take the record. It is
     * read from the record of the step itself, because a condition may take a key's large values and not its small ones.
     *
     * @param query the number of the query
     * @param step the record
     */
    int cell(int query, Step step) {
        return cells.computeIfAbsent(step, this::cells)[query];
    }

    private int[] cells(Step step) {
        boolean isRead = ofWorld.read(record(template(step), FIRST_UNIT, "0.0"));
        return IntStream.range(0, pipeline.fields().size())
                .map(query -> isRead ? cell(query, step.key()) : BaseCells.NONE)
                .toArray();
    }

    /** Keys that nobody declared have no numbers in a job: their cells have those of the keys of a world. */
    private int cell(int query, int key) {
        if (keys.isDiscovered(query)) {
            return ofWorld.key(query) == null ? BaseCells.NONE : key;
        }
        return ofWorld.takenUnder(query).orElse(BaseCells.NONE);
    }

    /**
     * The record of a world.
     *
     * @param template the record's template
     * @param unit the unit's id
     * @param world the scenario and the world
     */
    static byte[] record(String template, long unit, String world) {
        return template.replace(UNIT, Long.toString(unit)).replace(WORLD, world).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A template of the record of a step, with marks in the places that differ from world to world.
     *
     * @param step the step
     */
    String template(Step step) {
        Map<String, String> values = named(step);
        values.put(source.time(), Long.toString(step.time()));
        if (!source.unit().isEmpty()) {
            values.put(source.unit(), UNIT);
        }
        return source.format().text().write(values);
    }

    private Map<String, String> named(Step step) {
        FieldValues fields = new FieldValues(pipeline);
        Map<String, String> values = new LinkedHashMap<>(fields.wanted(step.size()));
        Set<String> fixed = new HashSet<>(Set.of(source.time(), source.unit()));
        keys.texts().forEach((group, texts) -> {
            boolean isDeclared = step.key() != Step.UNDECLARED && step.key() < texts.size();
            String text = texts.get(isDeclared ? step.key() : 0);
            Map<String, String> attributes = new KeyAttributes(pipeline.source(), group).of(text);
            values.putAll(attributes);
            String none = keys.areDiscovered(group) ? REFUSED_KEY : NO_KEY;
            values.put(AuditedKeys.fieldOf(group), WORLD + "/" + (isDeclared ? text : none));
            fixed.addAll(attributes.keySet());
        });
        values.put(WorldQueries.FIELD, step.key() == Step.UNDECLARED ? NO_KEY : WORLD);
        return best(values, fields.tries(fixed));
    }

    /** The values that let most queries take the record; the wanted ones if no others do better. */
    private Map<String, String> best(Map<String, String> wanted, Map<String, Set<String>> tries) {
        Map<String, String> best = wanted;
        Set<Integer> most = takers(wanted);
        List<Map<String, String>> tried = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, Set<String>> field : tries.entrySet()) {
            tried = extended(tried, field, wanted.getOrDefault(field.getKey(), "0"));
        }
        for (Map<String, String> replaced : tried) {
            Map<String, String> values = new LinkedHashMap<>(wanted);
            values.putAll(replaced);
            Set<Integer> takers = takers(values);
            if (takers.size() > most.size()) {
                most = takers;
                best = values;
            }
        }
        taken.addAll(most);
        return new LinkedHashMap<>(best);
    }

    private static List<Map<String, String>> extended(
            List<Map<String, String>> tried, Map.Entry<String, Set<String>> field, String wanted) {
        Set<String> values = new LinkedHashSet<>(List.of(wanted));
        values.addAll(field.getValue());
        List<Map<String, String>> extended = new ArrayList<>();
        for (String value : values) {
            for (Map<String, String> one : tried) {
                Map<String, String> more = new LinkedHashMap<>(one);
                more.put(field.getKey(), value);
                extended.add(more);
            }
        }
        return extended.subList(0, Math.min(MOST_TRIES, extended.size()));
    }

    private Set<Integer> takers(Map<String, String> values) {
        Set<Integer> takers = new LinkedHashSet<>();
        if (read(values)) {
            for (int query = 0; query < pipeline.fields().size(); query++) {
                if (reader.key(query) != null) {
                    takers.add(query);
                }
            }
        }
        return takers;
    }

    private boolean read(Map<String, String> values) {
        Map<String, String> whole = new LinkedHashMap<>(values);
        whole.put(source.time(), "0");
        whole.put(source.unit(), "1");
        return reader.read(source.format().text().write(whole).getBytes(StandardCharsets.UTF_8));
    }
}
