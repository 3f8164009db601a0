package dev.weir.sql.write;

import dev.weir.sql.vocabulary.OptionNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes an entry of a release as an aggregate with its name. */
final class EntryWriter {

    private static final Map<String, String> FUNCTIONS = Map.of(
            "sum", "SUM",
            "mean", "AVG",
            "variance", "VAR_POP",
            "min", "MIN",
            "max", "MAX",
            "median", "MEDIAN",
            "quantiles", "PERCENTILE");

    private final Taken entry;
    private final TableColumns columns;
    private final List<String> options;

    EntryWriter(Taken entry, TableColumns columns, List<String> options) {
        this.entry = entry;
        this.columns = columns;
        this.options = options;
    }

    String write() {
        boolean isFromZero = entry.text("non-negative").filter("true"::equals).isPresent();
        Optional<String> count = entry.text("count");
        if (count.isPresent()) {
            return named(isFromZero ? "GREATEST(COUNT(*), 0)" : "COUNT(*)", count.get());
        }
        Optional<String> units = entry.text("distinct-units");
        if (units.isPresent()) {
            String counted = "COUNT(DISTINCT " + SqlNames.name(columns.unit()) + ")";
            return named(isFromZero ? "GREATEST(" + counted + ", 0)" : counted, units.get());
        }
        Optional<String> ratio = entry.text("ratio");
        if (ratio.isPresent()) {
            String below = entry.text("to").orElse("");
            return named(
                    "SUM(" + clamp(ratio.get(), "clamp", "grid") + ") / SUM(" + clamp(below, "to-clamp", "to-grid")
                            + ")",
                    entry.text("as").orElse(ratio.get()));
        }
        return FUNCTIONS.entrySet().stream()
                .filter(function -> entry.has(function.getKey()))
                .findFirst()
                .map(function -> clamped(function.getKey(), function.getValue(), isFromZero))
                .orElse("COUNT(*) AS unknown");
    }

    private String clamped(String kind, String function, boolean isFromZero) {
        String field = entry.text(kind).orElse("");
        String name = entry.text("as").orElse(field);
        boolean isRange = entry.has("range");
        String inner = entry.has("per-unit-clamp") ? perUnit(field) : clamp(field, isRange ? "range" : "clamp", "grid");
        String at = entry.texts("at")
                .map(all -> ", ARRAY[" + String.join(", ", all) + "]")
                .orElse("");
        String call = function + "(" + inner + at + ")";
        return named(isFromZero ? "GREATEST(" + call + ", 0)" : call, name);
    }

    private String perUnit(String field) {
        String grid = grid(field, "grid");
        String inner = entry.texts("clamp")
                .map(ends -> "CLAMP(" + SqlNames.name(field) + ", " + String.join(", ", ends) + grid + ")")
                .orElse(SqlNames.name(field));
        boolean isClamped = inner.startsWith("CLAMP(");
        String ends = String.join(", ", entry.texts("per-unit-clamp").orElse(List.of()));
        return "CLAMP_PER_UNIT(" + inner + ", " + ends + (isClamped ? "" : grid) + ")";
    }

    private String clamp(String field, String ends, String gridField) {
        String bounds = String.join(", ", entry.texts(ends).orElse(List.of()));
        return "CLAMP(" + SqlNames.name(field) + ", " + bounds + grid(field, gridField) + ")";
    }

    /** The grid as a last argument; empty if the column's type says it. */
    private String grid(String field, String gridField) {
        String grid = entry.text(gridField).orElse("1");
        return columns.aggregated(field, grid) ? "" : ", " + grid;
    }

    private String named(String call, String name) {
        for (String of : OptionNames.OF_VALUES.stream().sorted().toList()) {
            entry.text(of)
                    .ifPresent(value -> options.add(SqlNames.text(of + "." + name) + " = " + SqlNames.text(value)));
        }
        return call + " AS " + SqlNames.name(name);
    }
}
