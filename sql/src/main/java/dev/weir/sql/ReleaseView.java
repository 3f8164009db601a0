package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.spelling.Nearest;
import dev.weir.sql.vocabulary.OptionNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/** Reads a view into a query. */
final class ReleaseView {

    private static final Set<String> TIMES = Set.of("window_start", "window_end", "window_time");
    private static final Set<String> OF_WINDOWS =
            Set.of("every", "horizon", "zone", "week-start", "levels", "base", "offset");
    private static final Set<String> BUDGETS = Set.of("epsilon", "delta", "rho");

    private final Statement.View view;
    private final ScriptText text;
    private final Scope scope;
    private final SettingTree query;
    private final Map<String, Statement.Option> options = new LinkedHashMap<>();
    private final Map<String, Item> entries = new LinkedHashMap<>();

    private ReleaseView(Statement.View view, Scope scope) {
        this.view = view;
        this.text = view.text();
        this.scope = scope;
        this.query = new SettingTree(text.origin(view.node()));
    }

    /**
     * Reads a view.
     *
     * @param view the view
     * @param scope what it may name
     * @return the query, with the script's words for its fields
     * @throws Refused if it is no release
     */
    static SettingTree read(Statement.View view, Scope scope) {
        ReleaseView reader = new ReleaseView(view, scope);
        reader.read(reader.select());
        return reader.query;
    }

    private SqlSelect select() {
        SqlNode node = view.query();
        if (node.getKind() == SqlKind.ORDER_BY) {
            throw text.refusal(node, "ORDER BY, LIMIT", "not of a release: order and limit the rows that are released");
        }
        if (node instanceof SqlSelect select) {
            return select;
        }
        String what = node instanceof SqlWith ? "WITH" : Expressions.function(node);
        throw text.refusal(
                node,
                what.isEmpty() ? text.words(node) : what,
                "is not releasable: a release is one SELECT with GROUP BY");
    }

    private void read(SqlSelect select) {
        Origin origin = text.origin(view.node());
        query.putText("name", view.name(), origin, "CREATE VIEW " + view.name());
        refuseWhatIsNoRelease(select);
        readHints(select);
        boolean isWindow = new WindowSource(text, scope, options, query).read(select.getFrom());
        GroupKeys keys = new GroupKeys(text, scope, options, query);
        refuseUnit(select);
        List<SqlNode> conditions = keys.read(select, isWindow);
        readOptions();
        if (!conditions.isEmpty()) {
            String where = new WhereText(text, scope).of(conditions);
            query.put("where", where, text.origin(conditions.get(0)), "WHERE");
        }
        select.getSelectList().forEach(item -> readItem(item, keys.keys(), isWindow));
        if (entries.isEmpty()) {
            throw text.refusal(select, "SELECT", "must hold at least one aggregate: COUNT(*) AS name");
        }
        readValueOptions();
        Item release = Item.list(origin);
        release.list().addAll(entries.values());
        query.put("release", release, "SELECT");
        if (!query.has("spend.contributions")) {
            throw new Refused(origin, view.name() + ": OPTIONS 'contributions'", "must be given");
        }
    }

    private void refuseUnit(SqlSelect select) {
        for (SqlNode item : select.getSelectList()) {
            SqlNode value =
                    item.getKind() == SqlKind.AS ? Expressions.operands(item).get(0) : item;
            if (!scope.unit().isEmpty()
                    && Expressions.name(value).filter(scope.unit()::equals).isPresent()) {
                throw text.refusal(value, "SELECT " + scope.unit(), "is the privacy unit: it never leaves");
            }
        }
    }

    private void refuseWhatIsNoRelease(SqlSelect select) {
        boolean isStar = select.getSelectList().getList().stream()
                .anyMatch(item -> item instanceof SqlIdentifier name && name.isStar());
        String from = select.getFrom() == null
                ? ""
                : Expressions.name(select.getFrom()).orElse("");
        if (isStar && !scope.releases().contains(from)) {
            throw text.refusal(select, "SELECT *", "would show records: select the window, the key and aggregates");
        }
        if (select.getHaving() != null) {
            throw text.refusal(
                    select.getHaving(),
                    "HAVING " + text.words(select.getHaving()),
                    "is not releasable: it would show exact totals; filter the released rows instead, that costs nothing");
        }
        if (select.isDistinct()) {
            throw text.refusal(select, "SELECT DISTINCT", "is not releasable: a release is one SELECT with GROUP BY");
        }
        boolean hasMore = select.getOrderList() != null
                || select.getFetch() != null
                || select.getOffset() != null
                || select.getQualify() != null
                || !select.getWindowList().isEmpty();
        if (hasMore || select.getFrom() == null) {
            throw text.refusal(select, "SELECT", "must be SELECT .. FROM .. WHERE .. GROUP BY, without more");
        }
    }

    private void readHints(SqlSelect select) {
        if (!select.hasHints()) {
            return;
        }
        for (SqlNode node : select.getHints()) {
            SqlHint hint = (SqlHint) node;
            boolean isOptions = hint.getName().equalsIgnoreCase("OPTIONS")
                    && hint.getOptionFormat() == SqlHint.HintOptionFormat.KV_LIST;
            if (!isOptions) {
                throw text.refusal(
                        hint,
                        "/*+ " + hint.getName() + " */",
                        "is no hint of a release: /*+ OPTIONS('contributions' = '8') */");
            }
            SqlNodeList pairs = (SqlNodeList) hint.getOperandList().get(1);
            for (int i = 0; i + 1 < pairs.size(); i += 2) {
                addOption(pairs.get(i), word(pairs.get(i)), word(pairs.get(i + 1)));
            }
        }
    }

    private static String word(SqlNode node) {
        return Expressions.text(node)
                .or(() -> Expressions.name(node))
                .orElseGet(() -> node instanceof SqlLiteral literal ? String.valueOf(literal.toValue()) : "");
    }

    private void addOption(SqlNode node, String key, String value) {
        if (options.put(key, new Statement.Option(node, key, value)) != null) {
            throw text.refusal(node, said(key), "must be given once");
        }
        if (BUDGETS.contains(key.toLowerCase(Locale.ROOT)) || key.startsWith("privacy.")) {
            throw text.refusal(node, said(key), "the budget is the private table's: a query may have a 'share' of it");
        }
        boolean isKnown = OptionNames.RELEASE.containsKey(key)
                || OF_WINDOWS.contains(key)
                || key.startsWith("others.")
                || OptionNames.isOfWindow(key)
                || isOfValue(key);
        if (!isKnown) {
            List<String> known = Stream.concat(OptionNames.RELEASE.keySet().stream(), OF_WINDOWS.stream())
                    .toList();
            String near = Nearest.of(key, known);
            throw text.refusal(
                    node,
                    said(key),
                    "is not an option of a release" + (near.isEmpty() ? "" : "; did you mean '" + near + "'?"));
        }
    }

    private static String said(String key) {
        return "OPTIONS '" + key + "'";
    }

    private static boolean isOfValue(String key) {
        int dot = key.indexOf('.');
        return dot > 0 && OptionNames.OF_VALUES.contains(key.substring(0, dot));
    }

    private void readOptions() {
        for (Statement.Option option : options.values()) {
            String path = OptionNames.RELEASE.get(option.key());
            Origin origin = text.origin(option.node());
            boolean isOfKey = option.key().startsWith("others") || option.key().startsWith("discovered.");
            if (isOfKey && query.find("key").kind() != Item.Kind.MAP) {
                throw text.refusal(option.node(), said(option.key()), "needs GROUP BY a column");
            }
            if (option.key().startsWith("discovered.") && !options.containsKey("discovered.delta")) {
                throw text.refusal(option.node(), said(option.key()), "needs OPTIONS 'discovered.delta'");
            }
            if (option.key().startsWith("others.") && options.containsKey("others")) {
                throw text.refusal(option.node(), said(option.key()), "must not be given with OPTIONS 'others'");
            }
            if (option.key().startsWith("others.")) {
                String field = scope.field(option.key().substring("others.".length()));
                Item others = query.find("key").fields().computeIfAbsent("others", none -> Item.map(origin));
                others.fields().put(field, Item.scalar(origin, option.value(), true));
            } else if (option.key().equals("others")) {
                query.putText("key.others", option.value(), origin, said(option.key()));
            } else if (path != null) {
                query.put(path, option.value(), origin, said(option.key()));
            }
        }
    }

    private void readItem(SqlNode item, Set<String> keys, boolean isWindow) {
        if (item.getKind() != SqlKind.AS) {
            readColumn(item, keys, isWindow);
            return;
        }
        List<SqlNode> operands = Expressions.operands(item);
        String name = Expressions.name(operands.get(1)).orElse("");
        SqlNode value = operands.get(0);
        if (Expressions.name(value).isPresent()) {
            readColumn(value, keys, isWindow);
            if (!Expressions.name(value).get().equals(name)) {
                throw text.refusal(item, "SELECT " + text.words(item), "must keep its name in a release");
            }
            return;
        }
        query.words().put("release[" + entries.size() + "]", text.words(value));
        if (entries.put(name, AggregateCall.read(text, scope, value, name)) != null) {
            throw text.refusal(item, name, "must be the name of one value");
        }
    }

    private void readColumn(SqlNode item, Set<String> keys, boolean isWindow) {
        String name = Expressions.name(item).orElseThrow(() -> {
            AggregateCall.read(text, scope, item, "name");
            return text.refusal(
                    item, "SELECT " + text.words(item), "must have a name: " + text.words(item) + " AS name");
        });
        boolean isTime = isWindow && TIMES.contains(name);
        if (!isTime && !keys.contains(name)) {
            throw text.refusal(item, "SELECT " + name, "is not in GROUP BY: it would show a record's own value");
        }
    }

    private void readValueOptions() {
        for (Statement.Option option : options.values()) {
            int dot = option.key().indexOf('.');
            if (!isOfValue(option.key())) {
                continue;
            }
            Item entry = entries.get(option.key().substring(dot + 1));
            if (entry == null) {
                throw text.refusal(
                        option.node(), said(option.key()), "must name one of the values " + entries.keySet());
            }
            String field = option.key().substring(0, dot);
            if (field.equals("relative")) {
                entry.fields().remove("grid");
            }
            entry.fields().put(field, Item.scalar(text.origin(option.node()), option.value(), false));
        }
    }
}
