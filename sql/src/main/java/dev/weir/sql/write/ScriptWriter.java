package dev.weir.sql.write;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import dev.weir.sql.vocabulary.OptionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the tree of settings of a pipeline file as a script. */
public final class ScriptWriter {

    private static final String UNORDERED =
            "-- the pipeline file does not say the order of columns: put them in the order of the topic\n";

    private final Taken root;
    private final Problems problems;

    /**
     * Creates a writer.
     *
     * @param root the tree of a valid pipeline; what is said is taken out of it
     * @param problems collects what SQL cannot say
     */
    public ScriptWriter(Item root, Problems problems) {
        this.root = new Taken(root);
        this.problems = problems;
    }

    /** Writes the script. Each setting that SQL cannot say is noted as a problem. */
    public String write() {
        String pipeline = root.text("pipeline").orElse("pipeline");
        String domain = root.find("domain.name").map(Item::text).orElse("records");
        String table = domain.matches("[A-Za-z_][A-Za-z0-9_]*") ? domain : "records";
        String time = root.text("source.time").orElse("time");
        String unit = root.find("source.unit").map(Item::text).orElse("");
        List<String> given = root.texts("source.columns").orElse(List.of());
        Set<String> lookups = root.find("lookups")
                .map(map -> Set.copyOf(map.fields().keySet()))
                .orElse(Set.of());
        TableColumns columns = new TableColumns(given, time, unit, lookups);
        root.find("lookups").ifPresent(map -> map.fields().values().stream()
                .flatMap(lookup -> new Taken(lookup).find("from").stream())
                .forEach(from -> columns.key(from.text())));
        List<String> names = new ArrayList<>();
        boolean isOrdered = !given.isEmpty()
                || !root.find("source.format").map(Item::text).orElse("csv").equals("csv");
        String views = views(columns, table, time, names);
        String sink =
                root.text("sink.kafka.topic").map(topic -> sink(topic, names)).orElse("");
        String text = "SET 'pipeline.name' = " + SqlNames.text(pipeline) + ";\n" + checkpoint() + "\n"
                + (isOrdered ? "" : UNORDERED) + table(columns, table, time) + "\n" + views + sink;
        root.noteRest("", problems);
        return text;
    }

    private String checkpoint() {
        return root.text("checkpoint.every")
                        .map(every -> "SET 'execution.checkpointing.interval' = " + SqlNames.text(every) + ";\n")
                        .orElse("")
                + root.text("checkpoint.dir")
                        .map(dir -> "SET 'execution.checkpointing.dir' = " + SqlNames.text(dir) + ";\n")
                        .orElse("");
    }

    private String views(TableColumns columns, String table, String time, List<String> names) {
        StringBuilder views = new StringBuilder();
        List<Item> queries = root.find("queries").map(Item::list).orElse(List.of());
        for (int i = 0; i < queries.size(); i++) {
            Taken query = new Taken(queries.get(i));
            String name = query.text("name").orElse("query");
            names.add(name);
            try {
                views.append(new ReleaseWriter(query, columns, table, time).write(name))
                        .append('\n');
            } catch (IllegalArgumentException e) {
                problems.add(query.item().origin(), "queries[" + i + "]", String.valueOf(e.getMessage()));
            }
        }
        return views.toString();
    }

    private static String sink(String topic, List<String> names) {
        String inserts = names.stream()
                .map(name -> "INSERT INTO released SELECT * FROM " + SqlNames.name(name) + ";\n")
                .collect(Collectors.joining());
        return "CREATE TABLE released (release_id STRING) WITH ('connector' = 'kafka', 'topic' = "
                + SqlNames.text(topic) + ");\n"
                + (names.size() == 1 ? inserts : "EXECUTE STATEMENT SET BEGIN\n" + inserts + "END;\n");
    }

    private String table(TableColumns columns, String table, String time) {
        String clock = clock(time);
        List<String> options = new ArrayList<>(List.of("'connector' = 'weir'"));
        root.text("source.kafka.start").ifPresent(start -> options.add("'scan.startup.mode' = '" + start + "-offset'"));
        OptionNames.TABLE.forEach((option, path) ->
                root.text(path).ifPresent(value -> options.add(SqlNames.text(option) + " = " + SqlNames.text(value))));
        root.find("lookups").ifPresent(map -> map.fields().forEach((name, lookup) -> {
            Taken taken = new Taken(lookup);
            for (String field : List.of("from", "file", "others")) {
                taken.text(field)
                        .ifPresent(value -> options.add(
                                SqlNames.text("lookup." + name + "." + field) + " = " + SqlNames.text(value)));
            }
        }));
        return "CREATE TABLE " + SqlNames.name(table) + " (\n" + columns.text() + "  WATERMARK FOR "
                + SqlNames.name(time) + " AS " + clock + "\n) WITH (\n  " + String.join(",\n  ", options) + "\n);\n";
    }

    private String clock(String time) {
        if (root.find("clock.by").filter(by -> by.text().equals("append-time")).isPresent()) {
            root.text("clock.by");
            return "SOURCE_WATERMARK()";
        }
        root.text("clock.by");
        String delay = root.text("clock.delay").orElse("0s");
        return delay.matches("0+[a-z]+") ? SqlNames.name(time) : SqlNames.name(time) + " - " + SqlNames.interval(delay);
    }
}
