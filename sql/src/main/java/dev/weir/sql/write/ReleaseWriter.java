package dev.weir.sql.write;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.WhereParser;
import dev.weir.jobs.settings.Item;
import dev.weir.sql.vocabulary.OptionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a query of a pipeline file as a view. */
final class ReleaseWriter {

    private final Taken query;
    private final TableColumns columns;
    private final String table;
    private final String time;
    private final List<String> options = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final List<String> keyTables = new ArrayList<>();

    /**
     * Creates a writer.
     *
     * @param query the query, out of which is taken what is said
     * @param columns takes the columns that the query reads
     * @param table the name of the private table
     * @param time the column of time
     */
    ReleaseWriter(Taken query, TableColumns columns, String table, String time) {
        this.query = query;
        this.columns = columns;
        this.table = table;
        this.time = time;
    }

    /**
     * Writes the statements of the query; those that create tables of keys come first.
     *
     * @param name the name of the view
     */
    String write(String name) {
        OptionNames.RELEASE.forEach((option, path) -> query.text(path)
                .filter(value -> !(option.equals("version") && value.equals("1")))
                .ifPresent(value -> option(option, value)));
        query.any("key.others").ifPresent(others -> others.fields()
                .forEach((field, value) -> option("others." + field, value.text())));
        String source = source();
        boolean isTotal = source.equals(SqlNames.name(table));
        String group = group(name);
        query.text("where").ifPresent(this::where);
        List<String> items = new ArrayList<>();
        if (!isTotal) {
            items.addAll(List.of("window_start", "window_end"));
        }
        keys.forEach(key -> items.add(SqlNames.name(key)));
        query.find("release").ifPresent(release -> release.list()
                .forEach(entry -> items.add(new EntryWriter(new Taken(entry), columns, options).write())));
        return String.join("", keyTables)
                + "CREATE VIEW " + SqlNames.name(name) + " AS\nSELECT /*+ OPTIONS(" + String.join(", ", options)
                + ") */\n       "
                + String.join(", ", items) + "\nFROM " + source
                + (conditions.isEmpty() ? "" : "\nWHERE " + String.join(" AND ", conditions))
                + ((isTotal && group.isEmpty())
                        ? ""
                        : "\nGROUP BY "
                                + Stream.of(isTotal ? "" : "window_start, window_end", group)
                                        .filter(part -> !part.isEmpty())
                                        .collect(Collectors.joining(", ")))
                + ";\n";
    }

    private void option(String key, String value) {
        options.add(SqlNames.text(key) + " = " + SqlNames.text(value));
    }

    private void where(String where) {
        List<Condition> parsed = WhereParser.parse(Item.scalar(query.item().origin(), where, true));
        parsed.forEach(columns::compared);
        parsed.forEach(condition -> conditions.add(
                condition instanceof Condition.Combination
                        ? "(" + SqlNames.condition(condition) + ")"
                        : SqlNames.condition(condition)));
    }

    private String source() {
        Optional<String> tumbling = query.text("window.tumbling");
        if (tumbling.isPresent()) {
            String offset = query.text("window.offset")
                    .map(SqlNames::interval)
                    .map(", "::concat)
                    .orElse("");
            return window("TUMBLE", SqlNames.interval(tumbling.get()) + offset);
        }
        Optional<String> sliding = query.text("window.sliding");
        if (sliding.isPresent()) {
            String every = query.text("window.every").orElse("");
            return window("HOP", SqlNames.interval(every) + ", " + SqlNames.interval(sliding.get()));
        }
        Optional<String> calendar = calendar("window");
        return calendar.map(period -> window("TUMBLE", period))
                .or(this::several)
                .orElseGet(this::running);
    }

    /** Several windows from one series; empty if the query has others. */
    private Optional<String> several() {
        return query.text("window.base").map(base -> {
            option("base", base);
            query.text("window.offset").ifPresent(offset -> option("offset", offset));
            option("horizon", query.text("window.horizon").orElse(""));
            query.find("window.releases")
                    .ifPresent(windows -> windows.list().forEach(window -> window(new Taken(window))));
            return SqlNames.name(table);
        });
    }

    private void window(Taken window) {
        String unnamed = window.find("last")
                .or(() -> window.find("calendar"))
                .map(Item::text)
                .orElse("");
        String name = window.text("name").orElse(unnamed);
        OptionNames.OF_WINDOWS.forEach(
                field -> window.text(field).ifPresent(value -> option(OptionNames.ofWindow(name, field), value)));
    }

    private String running() {
        String every = query.text("window.running.every").orElse("");
        String horizon = query.text("window.running.horizon").orElse("");
        Optional<String> reset =
                query.text("window.running.reset").map(SqlNames::interval).or(() -> calendar("window.running.reset"));
        option("horizon", horizon);
        if (reset.isPresent()) {
            return window("CUMULATE", SqlNames.interval(every) + ", " + reset.get());
        }
        option("every", every);
        return SqlNames.name(table);
    }

    private Optional<String> calendar(String path) {
        return query.text(path + ".calendar").map(period -> {
            query.text(path + ".zone").ifPresent(zone -> option("zone", zone));
            Optional<String> start = query.text(path + ".week-start");
            if (period.equals("week")) {
                option("week-start", start.orElse("monday"));
            }
            return "INTERVAL '1' " + period.toUpperCase(Locale.ROOT);
        });
    }

    private String window(String function, String arguments) {
        return "TABLE(" + function + "(TABLE " + SqlNames.name(table) + ", DESCRIPTOR(" + SqlNames.name(time) + "), "
                + arguments + "))";
    }

    private String group(String name) {
        if (query.text("key").isPresent()) {
            return "";
        }
        String group = grouping();
        keys.forEach(columns::key);
        declared(name);
        return group;
    }

    private String grouping() {
        Optional<String> field = query.text("key.field");
        if (field.isPresent()) {
            keys.add(field.get());
            return SqlNames.name(field.get());
        }
        for (Map.Entry<String, String> kind :
                Map.of("fields", "", "rollup", "ROLLUP ", "cube", "CUBE ").entrySet()) {
            Optional<List<String>> fields = query.texts("key." + kind.getKey());
            if (fields.isPresent()) {
                keys.addAll(fields.get());
                return kind.getValue().isEmpty() ? names(keys) : kind.getValue() + "(" + names(keys) + ")";
            }
        }
        Optional<Item> levels = query.any("key.levels");
        if (levels.isPresent()) {
            levels.get().list().forEach(level -> new Taken(level).text("field").ifPresent(keys::add));
            option("levels", "tree");
            return "ROLLUP (" + names(keys) + ")";
        }
        return "GROUPING SETS (" + query.any("key.sets").map(this::sets).orElse("") + ")";
    }

    private String sets(Item sets) {
        List<List<String>> all = sets.list().stream()
                .map(set -> set.list().stream().map(Item::text).toList())
                .toList();
        all.stream().flatMap(List::stream).distinct().forEach(keys::add);
        return all.stream().map(set -> "(" + names(set) + ")").collect(Collectors.joining(", "));
    }

    private static String names(List<String> names) {
        return names.stream().map(SqlNames::name).collect(Collectors.joining(", "));
    }

    private void declared(String name) {
        String left = keys.size() == 1 ? SqlNames.name(keys.get(0)) : "(" + names(keys) + ")";
        query.text("key.declared-file").ifPresent(file -> {
            String keyTable = "keys_of_" + name;
            String format = keys.size() == 1 ? "raw" : "csv";
            keyTables.add("CREATE TABLE " + SqlNames.name(keyTable) + " ("
                    + keys.stream().map(key -> SqlNames.name(key) + " STRING").collect(Collectors.joining(", "))
                    + ") WITH ('connector' = 'filesystem', 'path' = " + SqlNames.text(file) + ", 'format' = '" + format
                    + "');\n");
            conditions.add(left + " IN (SELECT * FROM " + SqlNames.name(keyTable) + ")");
        });
        query.any("key.declared").ifPresent(declared -> {
            if (declared.kind() == Item.Kind.MAP) {
                declared.fields()
                        .forEach((field, values) -> conditions.add(SqlNames.name(field) + " IN ("
                                + values.list().stream()
                                        .map(Item::text)
                                        .map(SqlNames::text)
                                        .collect(Collectors.joining(", "))
                                + ")"));
            } else {
                conditions.add(left + " IN ("
                        + declared.list().stream().map(ReleaseWriter::row).collect(Collectors.joining(", ")) + ")");
            }
        });
    }

    private static String row(Item key) {
        return key.kind() == Item.Kind.LIST
                ? "(" + SqlNames.texts(key.list().stream().map(Item::text).toList()) + ")"
                : SqlNames.text(key.text());
    }
}
