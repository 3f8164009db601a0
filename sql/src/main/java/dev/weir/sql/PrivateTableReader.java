package dev.weir.sql;

import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.spelling.Nearest;
import dev.weir.sql.vocabulary.Column;
import dev.weir.sql.vocabulary.OptionNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Reads the private table: the source of records, the clock, the unit and its budget. */
final class PrivateTableReader {

    private static final Map<String, String> DELIMITERS = Map.of("\\t", "tab", "\t", "tab");

    private final Statement.Table table;
    private final SettingTree tree;
    private final List<Refused> refused = new ArrayList<>();

    PrivateTableReader(Statement.Table table, SettingTree tree) {
        this.table = table;
        this.tree = tree;
    }

    /** Reads the table into the tree of the script, and returns what is refused of it. */
    List<Refused> read() {
        readTime();
        readOptions();
        if (table.option("format").equals("csv")) {
            List<String> columns = table.columns().stream()
                    .filter(column -> column.field().equals(column.name()))
                    .map(Column::name)
                    .toList();
            Origin origin = table.text().origin(table.node());
            tree.put("source.columns", SettingTree.texts(columns, origin), said("the columns"));
        }
        requireUnit();
        return refused;
    }

    private String said(String what) {
        return table.name() + ": " + what;
    }

    private void refuse(SqlNode node, String what, String rule) {
        refused.add(table.text().refusal(node, said(what), rule));
    }

    private void readTime() {
        Statement.Watermark watermark = table.watermark();
        if (watermark == null) {
            refuse(
                    table.node(),
                    "WATERMARK",
                    "must be given: WATERMARK FOR time AS SOURCE_WATERMARK(), the broker's append time, or AS time");
            return;
        }
        Optional<String> time = Expressions.name(watermark.column());
        Optional<Column> column = time.flatMap(this::column);
        if (column.isEmpty()) {
            refuse(watermark.column(), "WATERMARK FOR " + table.text().words(watermark.column()), "must be a column");
            return;
        }
        Origin origin = table.text().origin(watermark.column());
        tree.putText("source.time", column.get().field(), origin, said("WATERMARK FOR " + time.get()));
        readClock(watermark.strategy(), time.get());
    }

    private void readClock(SqlNode strategy, String time) {
        Origin origin = table.text().origin(strategy);
        String said = said("WATERMARK FOR " + time + " AS " + table.text().words(strategy));
        if (Expressions.function(strategy).equals("SOURCE_WATERMARK")) {
            tree.put("clock.by", "append-time", origin, said);
            return;
        }
        boolean isLate = strategy.getKind() == SqlKind.MINUS;
        SqlNode from = isLate ? Expressions.operands(strategy).get(0) : strategy;
        Optional<Expressions.Span> delay = isLate
                ? Expressions.span(Expressions.operands(strategy).get(1))
                : Optional.of(new Expressions.Span(0, ""));
        if (!Expressions.name(from).equals(Optional.of(time))
                || delay.isEmpty()
                || delay.get().period().equals("month")) {
            refuse(
                    strategy,
                    "WATERMARK FOR " + time,
                    "must be AS SOURCE_WATERMARK(), AS " + time + " or AS " + time + " - INTERVAL '5' SECOND");
            return;
        }
        tree.put("clock.by", "record-time", origin, said);
        tree.put("clock.delay", delay.get().text(), origin, said);
    }

    private void readOptions() {
        Set<String> given = new HashSet<>();
        for (Statement.Option option : table.options()) {
            if (!given.add(option.key())) {
                refuse(option.node(), "'" + option.key() + "'", "must be given once");
            }
            readOption(option);
        }
    }

    private void readOption(Statement.Option option) {
        String key = option.key();
        Origin origin = table.text().origin(option.node());
        String path = OptionNames.TABLE.get(key);
        String said = said("'" + key + "'");
        if (key.equals("scan.startup.mode")) {
            readStart(option, said);
        } else if (key.equals("clock.delay") && tree.has("clock.delay")) {
            refuse(option.node(), "'clock.delay'", "is given already, by WATERMARK");
        } else if (path != null && key.equals("privacy.unit-column")) {
            String field = column(option.value()).map(Column::field).orElse(option.value());
            tree.putText(path, field, origin, said);
        } else if (path != null) {
            tree.put(path, DELIMITERS.getOrDefault(option.value(), option.value()), origin, said);
        } else if (isLookup(key)) {
            tree.putText("lookups." + key.substring("lookup.".length()), option.value(), origin, said);
        } else if (!key.equals("connector") && !key.startsWith("privacy.share.")) {
            String near = Nearest.of(key, List.copyOf(OptionNames.TABLE.keySet()));
            refuse(
                    option.node(),
                    "'" + key + "'",
                    "is not an option of the private table" + (near.isEmpty() ? "" : "; did you mean '" + near + "'?"));
        }
    }

    private static boolean isLookup(String key) {
        return key.matches("lookup\\.[^.]+\\.(from|file|others)");
    }

    private void readStart(Statement.Option option, String said) {
        Map<String, String> modes = Map.of("earliest-offset", "earliest", "latest-offset", "latest");
        String start = modes.get(option.value());
        if (start != null) {
            Origin origin = table.text().origin(option.node());
            tree.put("source.kafka.start", start, origin, said);
        } else {
            refuse(option.node(), "'scan.startup.mode'", "must be 'earliest-offset' or 'latest-offset'");
        }
    }

    private void requireUnit() {
        String unit = table.option("privacy.unit-column");
        if (!unit.isEmpty() && column(unit).isEmpty()) {
            refuse(table.node(), "'privacy.unit-column'", "must be a column, was " + unit);
        }
    }

    private Optional<Column> column(String name) {
        return columns(table).stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }

    /** The columns of a private table, those that are looked up among them. */
    static List<Column> columns(Statement.Table table) {
        List<Column> columns = new ArrayList<>(table.columns());
        table.options().stream()
                .map(Statement.Option::key)
                .filter(key -> isLookup(key) && key.endsWith(".from"))
                .map(key -> key.substring("lookup.".length(), key.length() - ".from".length()))
                .forEach(name -> columns.add(new Column(name, name, "STRING")));
        return columns;
    }
}
