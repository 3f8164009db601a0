package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Reads what a release is selected from: a window of the private table, or the table itself. */
final class WindowSource {

    private static final Map<String, List<String>> ARGUMENTS = Map.of(
            "TUMBLE", List.of("SIZE", "OFFSET"),
            "HOP", List.of("SLIDE", "SIZE", "OFFSET"),
            "CUMULATE", List.of("STEP", "SIZE", "OFFSET"));

    private final ScriptText text;
    private final Scope scope;
    private final Map<String, Statement.Option> options;
    private final SettingTree query;
    private final ZonedWindow zoned;
    private final SeriesOptions several;

    /**
     * Creates a reader.
     *
     * @param options the options of the release
     * @param query takes the window
     */
    WindowSource(ScriptText text, Scope scope, Map<String, Statement.Option> options, SettingTree query) {
        this.text = text;
        this.scope = scope;
        this.options = options;
        this.query = query;
        this.zoned = new ZonedWindow(text, options, scope.zone());
        this.several = new SeriesOptions(text, options, query);
    }

    /**
     * Reads the source into the query.
     *
     * @return whether it has windows, and is not a total for ever
     * @throws Refused if it cannot be released from
     */
    boolean read(SqlNode from) {
        if (from.getKind() == SqlKind.JOIN) {
            throw text.refusal(
                    from,
                    "JOIN",
                    "is not releasable: join before the records are written to the topic, so that every row belongs to one"
                            + " unit");
        }
        if (from.getKind() == SqlKind.SELECT || from.getKind() == SqlKind.ORDER_BY) {
            throw text.refusal(from, "SELECT", "is not releasable: a release is one SELECT with GROUP BY");
        }
        SqlNode function = from.getKind() == SqlKind.COLLECTION_TABLE
                ? Expressions.operands(from).get(0)
                : from;
        String name = Expressions.function(function);
        if (name.equals("SESSION")) {
            throw text.refusal(
                    function,
                    "SESSION",
                    "is not releasable: when a session ends shows when somebody was there; use TUMBLE, HOP or CUMULATE");
        }
        if (ARGUMENTS.containsKey(name)) {
            window(function, name);
            return true;
        }
        requireTable(function);
        total(function);
        return false;
    }

    private void requireTable(SqlNode node) {
        String table = Expressions.name(node)
                .orElseThrow(() -> text.refusal(
                        node,
                        "FROM " + text.words(node),
                        "must be the private table, or TUMBLE, HOP or CUMULATE of it"));
        if (scope.releases().contains(table)) {
            throw text.refusal(
                    node,
                    table,
                    "is released already: what is made of it costs nothing and belongs into the job that reads it");
        }
        if (!table.equals(scope.table())) {
            throw text.refusal(node, "FROM " + table, "must be the private table, " + scope.table());
        }
    }

    private void total(SqlNode from) {
        Statement.Option every = options.get("every");
        Optional<Statement.Option> base = several.base();
        if (base.isPresent()) {
            refuseOption("every", "several windows from one series");
            refuseOption("week-start", "several windows from one series");
            zoned.requireUtc(from, new Expressions.Span(0, ""));
            several.read(base.get());
            return;
        }
        several.refuse("");
        if (every == null) {
            throw text.refusal(
                    from,
                    "FROM " + text.words(from),
                    "needs a window, TUMBLE, HOP or CUMULATE; or, for a total that runs for ever, OPTIONS('every' = '15m')");
        }
        refuseOption("week-start", "a total for ever");
        zoned.requireUtc(from, new Expressions.Span(0, ""));
        put("running.every", every.value(), text.origin(every.node()), "OPTIONS 'every'");
        Statement.Option horizon = options.get("horizon");
        put(
                "running.horizon",
                horizon == null ? "unbounded" : horizon.value(),
                text.origin(horizon == null ? every.node() : horizon.node()),
                "OPTIONS 'horizon'");
    }

    private void window(SqlNode function, String name) {
        Map<String, SqlNode> arguments = arguments(function, name);
        requireTable(tableOf(argument(arguments, "DATA"), function));
        requireTime(argument(arguments, "TIMECOL"), function);
        several.refuse(name);
        refuseOption("every", name);
        if (!name.equals("CUMULATE")) {
            refuseOption("horizon", name);
        }
        if (arguments.containsKey("OFFSET") && !name.equals("TUMBLE")) {
            throw text.refusal(function, name, "has no offset: its windows are aligned to the epoch, in UTC");
        }
        Expressions.Span size = span(argument(arguments, "SIZE"), function);
        switch (name) {
            case "TUMBLE" -> tumble(function, size, Optional.ofNullable(arguments.get("OFFSET")));
            case "HOP" -> hop(function, size, span(argument(arguments, "SLIDE"), function));
            default -> cumulate(function, size, span(argument(arguments, "STEP"), function));
        }
    }

    private static SqlNode argument(Map<String, SqlNode> arguments, String name) {
        return Objects.requireNonNull(arguments.get(name), name);
    }

    private static List<String> form(String function) {
        return Objects.requireNonNull(ARGUMENTS.get(function), function);
    }

    private void refuseOption(String key, String function) {
        Statement.Option option = options.get(key);
        if (option != null) {
            throw text.refusal(option.node(), "OPTIONS '" + key + "'", "is not for " + function);
        }
    }

    private Map<String, SqlNode> arguments(SqlNode function, String name) {
        List<String> names = new ArrayList<>(List.of("DATA", "TIMECOL"));
        names.addAll(form(name));
        Map<String, SqlNode> arguments = new HashMap<>();
        List<SqlNode> operands = Expressions.operands(function);
        for (int i = 0; i < operands.size(); i++) {
            boolean isNamed = operands.get(i).getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
            String argument = isNamed
                    ? String.valueOf(Expressions.operands(operands.get(i)).get(1))
                    : i < names.size() ? names.get(i) : "";
            SqlNode value = isNamed ? Expressions.operands(operands.get(i)).get(0) : operands.get(i);
            if (!names.contains(argument) || arguments.put(argument, value) != null) {
                throw arity(function, name);
            }
        }
        if (arguments.size() < names.size() - 1
                || (arguments.size() == names.size() - 1 && arguments.containsKey("OFFSET"))) {
            throw arity(function, name);
        }
        return arguments;
    }

    private Refused arity(SqlNode function, String name) {
        String form = String.join(", ", form(name)).toLowerCase(Locale.ROOT).replace(", offset", "");
        return text.refusal(
                function, name, "must be " + name + "(TABLE " + scope.table() + ", DESCRIPTOR(time), " + form + ")");
    }

    private SqlNode tableOf(SqlNode data, SqlNode function) {
        if (data.getKind() != SqlKind.EXPLICIT_TABLE) {
            throw text.refusal(function, text.words(data), "must be TABLE " + scope.table());
        }
        return Expressions.operands(data).get(0);
    }

    private void requireTime(SqlNode descriptor, SqlNode function) {
        List<SqlNode> columns =
                Expressions.function(descriptor).equals("DESCRIPTOR") ? Expressions.operands(descriptor) : List.of();
        boolean isTime = columns.size() == 1
                && Expressions.name(columns.get(0)).filter(scope.time()::equals).isPresent();
        if (!isTime) {
            throw text.refusal(
                    function,
                    text.words(descriptor),
                    "must be DESCRIPTOR(" + scope.time() + "), the column of WATERMARK");
        }
    }

    private Expressions.Span span(SqlNode node, SqlNode function) {
        return Expressions.span(node)
                .filter(span -> span.millis() > 0 || !span.period().isEmpty())
                .orElseThrow(() -> text.refusal(
                        function,
                        text.words(node),
                        "must be an INTERVAL of SECOND, MINUTE, HOUR or DAY, or one WEEK or MONTH"));
    }

    private void tumble(SqlNode function, Expressions.Span size, Optional<SqlNode> offset) {
        Optional<Item> calendar = zoned.calendar(function, size);
        if (calendar.isPresent()) {
            if (offset.isPresent()) {
                throw text.refusal(function, "TUMBLE", "of a calendar has no offset");
            }
            calendar.get()
                    .fields()
                    .forEach((field, value) -> query.put("window." + field, value, text.words(function)));
            return;
        }
        put("tumbling", size.text(), text.origin(function), text.words(function));
        offset.ifPresent(later -> {
            Expressions.Span span = span(later, function);
            put("offset", span.text(), text.origin(later), text.words(later));
        });
    }

    private void hop(SqlNode function, Expressions.Span size, Expressions.Span slide) {
        refuseOption("week-start", "HOP");
        zoned.requireUtc(function, size);
        zoned.requireUtc(function, slide);
        put("sliding", size.text(), text.origin(function), text.words(function));
        put("every", slide.text(), text.origin(function), text.words(function));
    }

    private void cumulate(SqlNode function, Expressions.Span size, Expressions.Span step) {
        requireUtcStep(function, step);
        Optional<Item> calendar = zoned.calendar(function, size);
        long millis = size.period().equals("month") ? 31L * 86_400_000 : size.millis();
        if (millis % step.millis() != 0) {
            throw text.refusal(
                    function,
                    "CUMULATE",
                    "size must be a whole number of steps, was " + millis + " ms with steps of " + step.millis()
                            + " ms");
        }
        Origin origin = text.origin(function);
        put("running.every", step.text(), origin, text.words(function));
        Statement.Option horizon = options.get("horizon");
        put(
                "running.horizon",
                horizon == null ? String.valueOf(millis / step.millis()) : horizon.value(),
                horizon == null ? origin : text.origin(horizon.node()),
                horizon == null ? text.words(function) : "OPTIONS 'horizon'");
        query.put(
                "window.running.reset",
                calendar.orElseGet(() -> Item.scalar(origin, size.text(), false)),
                text.words(function));
    }

    private void requireUtcStep(SqlNode function, Expressions.Span step) {
        if (!step.period().isEmpty()) {
            throw text.refusal(function, "CUMULATE", "must have steps of a fixed length: seconds to days");
        }
    }

    private void put(String path, String value, Origin origin, String said) {
        query.put("window." + path, value, origin, said);
    }
}
