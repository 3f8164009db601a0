package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** The statements of a script by their kinds, from which the tree of settings is made. */
final class Script {

    private static final Map<String, String> SETTINGS = Map.of(
            "pipeline.name", "pipeline",
            "execution.checkpointing.interval", "checkpoint.every",
            "execution.checkpointing.dir", "checkpoint.dir");

    private static final String ZONE = "table.local-time-zone";

    private final Problems problems;
    private final List<Statement> statements;
    private final String first;
    private final SettingTree tree;
    private final Map<String, Statement.Table> tables = new LinkedHashMap<>();
    private final Map<String, Statement.View> releases = new LinkedHashMap<>();
    private final Map<String, String> keyFiles = new HashMap<>();
    private final Map<String, List<List<String>>> keyViews = new HashMap<>();
    private final Set<String> names = new LinkedHashSet<>();
    private Statement.@Nullable Table owned;
    private @Nullable String zone;

    /**
     * Creates a script.
     *
     * @param first the name of the owner's file
     * @param statements the statements of all files, in order
     * @param problems collects what is refused
     */
    Script(String first, List<Statement> statements, Problems problems) {
        this.first = first;
        this.statements = statements;
        this.problems = problems;
        this.tree = new SettingTree(new Origin(first, 1));
    }

    /** Makes the tree of settings; what is refused is noted as problems. */
    Item read() {
        statements.forEach(statement -> attempt(() -> sort(statement)));
        Statement.Table table = owned;
        if (table == null) {
            refuseWithoutTable();
            return tree.root();
        }
        new PrivateTableReader(table, tree).read().forEach(refused -> refused.addTo(problems));
        List<SettingTree> queries = new ArrayList<>();
        List<Statement.View> views = List.copyOf(releases.values());
        Scope scope = scope(table);
        views.forEach(view -> attempt(() -> queries.add(ReleaseView.read(view, scope))));
        if (views.isEmpty() && problems.count() == 0) {
            problems.add(new Origin(first, 1), "CREATE VIEW", "must be given, for each query one");
        }
        Item list = Item.list(new Origin(first, 1));
        queries.forEach(query -> list.list().add(query.root()));
        tree.put("queries", list, "CREATE VIEW");
        attempt(() -> new FileShares(table, first).divide(views, queries));
        rows(table);
        problems.nameFields(new FieldWords(table.name(), tree, queries)::of);
        return tree.root();
    }

    /** A private table that is refused has told its own problem. */
    private void refuseWithoutTable() {
        if (problems.count() == 0) {
            problems.add(
                    new Origin(first, 1),
                    "CREATE TABLE",
                    "must be given: the private table, WITH ('connector' = 'weir', ...)");
        }
    }

    private void rows(Statement.Table table) {
        tables.values().stream()
                .filter(rows -> !rows.name().equals(table.name()))
                .forEach(rows -> attempt(() -> RowsTable.require(rows, table)));
        new Inserts(tables, releases, first).read(statements, tree).forEach(refused -> refused.addTo(problems));
    }

    private Scope scope(Statement.Table table) {
        String time = Optional.ofNullable(table.watermark())
                .flatMap(watermark -> Expressions.name(watermark.column()))
                .orElse("");
        return new Scope(
                table.name(),
                PrivateTableReader.columns(table),
                time,
                table.option("privacy.unit-column"),
                keyFiles,
                keyViews,
                releases.keySet(),
                zone == null ? "UTC" : zone);
    }

    private void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (Refused refused) {
            refused.addTo(problems);
        }
    }

    private void sort(Statement statement) {
        if (statement instanceof Statement.Other other) {
            throw other.text().refusal(other.node(), other.what(), other.rule());
        } else if (statement instanceof Statement.Setting setting) {
            requireFirst(statement, "SET '" + setting.key() + "'");
            set(setting);
        } else if (statement instanceof Statement.Table table) {
            requireNew(statement, "CREATE TABLE " + table.name(), table.name());
            sort(table);
        } else if (statement instanceof Statement.View view) {
            requireNew(statement, "CREATE VIEW " + view.name(), view.name());
            if (view.query().getKind() == SqlKind.VALUES) {
                int columns = Expressions.list(
                                Expressions.operands(view.query()).get(0))
                        .size();
                keyViews.put(view.name(), Expressions.rows(view.text(), Expressions.operands(view.query()), columns));
            } else {
                releases.put(view.name(), view);
            }
        }
    }

    private void requireFirst(Statement statement, String what) {
        if (!statement.text().file().equals(first)) {
            throw statement.text().refusal(statement.node(), what, "belongs into the owner's file, " + first);
        }
    }

    private void requireNew(Statement statement, String what, String name) {
        if (!names.add(name)) {
            throw statement.text().refusal(statement.node(), what, "must have a name of its own");
        }
    }

    private void set(Statement.Setting setting) {
        String path = SETTINGS.get(setting.key());
        String what = "SET '" + setting.key() + "'";
        if (setting.key().equals(ZONE) && zone == null) {
            zone = setting.value();
        } else if (path == null && !setting.key().equals(ZONE)) {
            throw setting.text()
                    .refusal(
                            setting.node(),
                            what,
                            "is not a setting of a release; those are 'pipeline.name', 'execution.checkpointing.interval',"
                                    + " 'execution.checkpointing.dir' and '" + ZONE + "'");
        } else if (path == null || tree.has(path)) {
            throw setting.text().refusal(setting.node(), what, "must be given once");
        } else {
            String value = path.equals("checkpoint.every") ? span(setting.value()) : setting.value();
            tree.put(path, value, setting.text().origin(setting.node()), what);
        }
    }

    /** A duration in Flink's words, such as {@code 10 s}, in those of a pipeline file. */
    private static String span(String duration) {
        return duration.replaceAll("^\\s*(\\d+)\\s*(ms|s|m|h|d|min)\\s*$", "$1$2")
                .replace("min", "m");
    }

    private void sort(Statement.Table table) {
        String connector = table.option("connector");
        if (connector.equals("filesystem")) {
            keys(table);
            return;
        }
        requireFirst(table, "CREATE TABLE " + table.name());
        if (connector.equals("kafka")) {
            tables.put(table.name(), table);
        } else if (!connector.equals("weir")) {
            throw table.text()
                    .refusal(
                            table.node(),
                            "CREATE TABLE " + table.name(),
                            "must have 'connector' = 'weir' (the private table), 'filesystem' (keys) or 'kafka' (releases)");
        } else if (owned != null) {
            throw table.text()
                    .refusal(
                            table.node(), "CREATE TABLE " + table.name(), "must be the only private table of a script");
        } else {
            owned = table;
            tables.put(table.name(), table);
        }
    }

    private void keys(Statement.Table table) {
        boolean isKeys = !table.option("path").isEmpty()
                && Set.of("raw", "csv").contains(table.option("format"))
                && table.options().size() == 3;
        if (!isKeys) {
            throw table.text()
                    .refusal(
                            table.node(),
                            "CREATE TABLE " + table.name(),
                            "must be WITH ('connector' = 'filesystem', 'path' = '...', 'format' = 'raw'), or 'csv' for keys of"
                                    + " several columns");
        }
        String path = table.option("path");
        boolean leaves = path.matches("[/\\\\].*|[A-Za-z][A-Za-z0-9+.-]*:.*")
                || List.of(path.split("[/\\\\]", -1)).contains("..");
        if (leaves && !table.text().file().equals(first)) {
            throw table.text()
                    .refusal(
                            table.node(),
                            "CREATE TABLE " + table.name(),
                            "must have a relative 'path' without ..: others are for the owner's file, " + first);
        }
        keyFiles.put(table.name(), path);
    }
}
