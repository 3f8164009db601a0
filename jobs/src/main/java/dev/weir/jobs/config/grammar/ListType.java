package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The type of a list in a pipeline file. Wrong entries are noted as problems and left out.
 *
 * @param each the type of the entries
 * @param limits further keywords of the list's JSON Schema
 * @param rule throws an {@link IllegalArgumentException} if the entries are valid one by one but not together
 * @param <T> the Java type of an entry
 */
public record ListType<T>(Type<T> each, Map<String, Object> limits, Consumer<List<T>> rule)
        implements Type<List<T>>, Nesting {

    /**
     * Returns the type of a list. The schema requires at least one entry; {@link #read} accepts an empty list.
     *
     * @param each the type of the entries
     * @param <T> the Java type of an entry
     */
    public static <T> ListType<T> of(Type<T> each) {
        return new ListType<>(each, Map.of(), entries -> {});
    }

    /** Returns the type of {@code [low, high]}, where both may be equal. */
    public static ListType<BigDecimal> interval() {
        return pair("low <= high", 0);
    }

    /** Returns the type of {@code [low, high]}, where the second must be larger. */
    public static ListType<BigDecimal> range() {
        return pair("low < high", -1);
    }

    private static ListType<BigDecimal> pair(String rule, int most) {
        Map<String, Object> two = new LinkedHashMap<>();
        two.put("minItems", 2);
        two.put("maxItems", 2);
        return new ListType<>(Literals.DECIMAL, two, ends -> {
            if (ends.size() != 2 || ends.get(0).compareTo(ends.get(1)) > most) {
                throw new IllegalArgumentException("must be [low, high] with " + rule + ", was " + ends);
            }
        });
    }

    @Override
    public Optional<List<T>> read(Item value, String path, Problems problems) {
        int before = problems.count();
        List<T> entries = entries(value, path, problems);
        try {
            if (problems.count() == before) {
                rule.accept(entries);
            }
            return Optional.of(entries);
        } catch (IllegalArgumentException e) {
            problems.add(value.origin(), path, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private List<T> entries(Item value, String path, Problems problems) {
        List<T> entries = new ArrayList<>();
        if (value.kind() != Item.Kind.LIST) {
            problems.add(value.origin(), path, "must be a list, was " + value.kind());
        }
        int index = 0;
        for (Item entry : value.list()) {
            each.read(entry, path + "[" + index++ + "]", problems).ifPresent(entries::add);
        }
        return entries;
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("minItems", 1);
        schema.put("items", each.schema());
        schema.putAll(limits);
        return schema;
    }

    @Override
    public List<Shape> shapes() {
        return each instanceof Nesting nesting ? nesting.shapes() : List.of();
    }
}
