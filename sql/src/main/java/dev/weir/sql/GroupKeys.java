package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;

/** Reads the columns by which a release groups, and the keys that its {@code WHERE} declares. */
final class GroupKeys {

    private static final Map<SqlKind, String> LEVELS =
            Map.of(SqlKind.GROUPING_SETS, "sets", SqlKind.ROLLUP, "rollup", SqlKind.CUBE, "cube");

    private final ScriptText text;
    private final Scope scope;
    private final Map<String, Statement.Option> options;
    private final SettingTree query;
    private final Set<String> keys = new LinkedHashSet<>();
    private final List<String> beside = new ArrayList<>();
    private final List<SqlNode> conditions = new ArrayList<>();
    private Optional<SqlNode> levels = Optional.empty();

    GroupKeys(ScriptText text, Scope scope, Map<String, Statement.Option> options, SettingTree query) {
        this.text = text;
        this.scope = scope;
        this.options = options;
        this.query = query;
    }

    /** The columns that are keys, in order. */
    Set<String> keys() {
        return keys;
    }

    /**
     * Reads the grouping of a release into the query.
     *
     * @param select the release
     * @param isWindow whether it is selected from a window
     * @return the conditions that declare no keys
     */
    List<SqlNode> read(SqlSelect select, boolean isWindow) {
        SqlNodeList group = select.getGroup();
        Set<String> bounds = new LinkedHashSet<>();
        if (group != null) {
            group.forEach(node -> group(node, bounds));
        }
        SqlNode at = group == null ? select : group;
        String what = group == null ? "SELECT" : "GROUP BY " + words(group);
        refuseBeside(at);
        if (isWindow && !bounds.containsAll(Set.of("window_start", "window_end"))) {
            throw text.refusal(at, what, "must hold window_start and window_end, for every window is released once");
        }
        if (!isWindow && !bounds.isEmpty()) {
            throw text.refusal(at, what, "must not hold window_start and window_end: a total has no windows");
        }
        if (select.getWhere() != null) {
            conditions.addAll(Nesting.chain(select.getWhere(), SqlKind.AND));
        }
        fields(at);
        declared(at);
        return conditions;
    }

    private String words(SqlNodeList group) {
        return String.join(", ", group.getList().stream().map(text::words).toList());
    }

    private void group(SqlNode node, Set<String> bounds) {
        if (LEVELS.containsKey(node.getKind())) {
            if (levels.isPresent()) {
                throw text.refusal(node, "must be the only GROUPING SETS, ROLLUP or CUBE");
            }
            levels = Optional.of(node);
            Expressions.operands(node).forEach(set -> Expressions.list(set).forEach(this::key));
            return;
        }
        String name = Expressions.name(node).orElse("");
        if (name.matches("window_(start|end|time)")) {
            bounds.add(name);
        } else if (!(node instanceof SqlNodeList empty && empty.isEmpty())) {
            beside.add(name);
            key(node);
        }
    }

    private void refuseBeside(SqlNode at) {
        if (levels.isPresent() && !beside.isEmpty()) {
            throw text.refusal(
                    at,
                    "GROUP BY " + beside.get(0),
                    "must stand within GROUPING SETS, ROLLUP or CUBE, and not beside them");
        }
    }

    private void key(SqlNode node) {
        String name = Expressions.name(node)
                .orElseThrow(() -> text.refusal(node, "GROUP BY " + text.words(node), "must be a column"));
        if (name.equals(scope.unit())) {
            throw text.refusal(node, "GROUP BY " + name, "is the privacy unit: a group would be a person");
        }
        if (scope.column(name).isEmpty()) {
            throw text.refusal(node, "GROUP BY " + name, "must be a column of " + scope.table());
        }
        keys.add(name);
    }

    private void fields(SqlNode at) {
        Origin origin = text.origin(at);
        List<String> fields = keys.stream().map(scope::field).toList();
        String said = "GROUP BY";
        Statement.Option asked = options.get("levels");
        if (levels.isEmpty() && asked != null) {
            throw text.refusal(asked.node(), "OPTIONS 'levels'", "is not for a plain GROUP BY: it is for ROLLUP");
        }
        if (levels.isPresent()) {
            levels(levels.get());
        } else if (fields.isEmpty()) {
            query.put("key", "none", origin, said);
        } else if (fields.size() == 1) {
            query.putText("key.field", fields.get(0), origin, said);
        } else {
            query.put("key.fields", SettingTree.texts(fields, origin), said);
        }
    }

    private void levels(SqlNode node) {
        Origin origin = text.origin(node);
        String kind = Objects.requireNonNull(LEVELS.get(node.getKind()));
        Item list = Item.list(origin);
        Statement.Option asked = options.get("levels");
        boolean isTree = asked != null;
        if (asked != null && (!kind.equals("rollup") || !asked.value().equals("tree"))) {
            throw text.refusal(asked.node(), "OPTIONS 'levels'", "must be 'tree', and is for ROLLUP");
        }
        for (SqlNode set : Expressions.operands(node)) {
            List<String> fields = Expressions.list(set).stream()
                    .map(column -> scope.field(Expressions.name(column).orElseThrow()))
                    .toList();
            if (kind.equals("sets")) {
                list.list().add(SettingTree.texts(fields, origin));
            } else if (fields.size() != 1) {
                throw text.refusal(set, "must be one column in ROLLUP and CUBE");
            } else if (isTree) {
                Item level = Item.map(origin);
                level.fields().put("field", Item.scalar(origin, fields.get(0), true));
                list.list().add(level);
            } else {
                list.list().add(Item.scalar(origin, fields.get(0), true));
            }
        }
        query.put("key." + (isTree ? "levels" : kind), list, text.words(node));
    }

    private void declared(SqlNode at) {
        if (keys.isEmpty() || areDiscovered()) {
            return;
        }
        boolean isFound = together() || ((keys.size() == 1 && !isBySets()) ? alone() : product());
        if (!isFound) {
            String names = String.join(", ", keys);
            String columns = keys.size() == 1 ? names : "(" + names + ")";
            String values = keys.size() == 1 ? "'...', '...'" : "('...', '...')";
            throw text.refusal(
                    at,
                    "GROUP BY " + names,
                    "would show which keys there are: declare them, WHERE " + columns + " IN (" + values + ")");
        }
    }

    /** Whether keys appear by a threshold. A condition on the key then chooses records, and declares nothing. */
    private boolean areDiscovered() {
        return options.containsKey("discovered.delta");
    }

    private boolean isBySets() {
        return levels.isPresent() && !options.containsKey("levels");
    }

    /** Takes the condition {@code (a, b) IN ((..), (..))} of all keys together. */
    private boolean together() {
        List<String> names = List.copyOf(keys);
        return keys.size() > 1
                && take(left -> left.getKind() == SqlKind.ROW
                                && Expressions.list(left).stream()
                                        .map(name -> Expressions.name(name).orElse(""))
                                        .toList()
                                        .equals(names))
                        .map(condition -> {
                            declare(condition, names.size());
                            return true;
                        })
                        .orElse(false);
    }

    /** Takes the condition {@code a IN (..)} of the only key. */
    private boolean alone() {
        Optional<SqlNode> condition = take(left -> isName(left, keys.iterator().next()));
        condition.ifPresent(found -> declare(found, 1));
        return condition.isPresent();
    }

    /** Takes the condition {@code a IN (..)} of each key. */
    private boolean product() {
        Item product = Item.map(text.origin(conditions.isEmpty() ? levels.orElseThrow() : conditions.get(0)));
        for (String key : keys) {
            Optional<SqlNode> condition = take(left -> isName(left, key));
            if (condition.isEmpty()) {
                return false;
            }
            SqlNode right = Expressions.operands(condition.get()).get(1);
            List<List<String>> values = listed(right, 1)
                    .orElseThrow(
                            () -> text.refusal(right, "must be a list of keys, or of the rows of all keys together"));
            product.fields()
                    .put(
                            scope.field(key),
                            SettingTree.texts(
                                    values.stream().map(row -> row.get(0)).toList(), text.origin(right)));
        }
        query.put("key.declared", product, "WHERE " + String.join(", ", keys) + " IN");
        return true;
    }

    private static boolean isName(SqlNode left, String key) {
        return Expressions.name(left).filter(key::equals).isPresent();
    }

    /** Takes the first condition {@code left IN ..} out of the conditions. */
    private Optional<SqlNode> take(java.util.function.Predicate<SqlNode> left) {
        Optional<SqlNode> found = conditions.stream()
                .filter(condition -> condition.getKind() == SqlKind.IN
                        && left.test(Expressions.operands(condition).get(0)))
                .findFirst();
        found.ifPresent(condition -> conditions.removeIf(each -> each == condition));
        return found;
    }

    private void declare(SqlNode condition, int columns) {
        SqlNode right = Expressions.operands(condition).get(1);
        String said = "WHERE " + text.words(Expressions.operands(condition).get(0)) + " IN";
        Origin origin = text.origin(right);
        Optional<String> file = file(right);
        if (file.isPresent()) {
            query.put("key.declared-file", Item.scalar(origin, file.get(), true), said);
            return;
        }
        List<List<String>> rows = listed(right, columns)
                .orElseThrow(
                        () -> text.refusal(right, "must be a list of keys, or SELECT * FROM a table or view of keys"));
        if (columns == 1) {
            query.put(
                    "key.declared",
                    SettingTree.texts(rows.stream().map(row -> row.get(0)).toList(), origin),
                    said);
            return;
        }
        Item list = Item.list(origin);
        rows.forEach(row -> list.list().add(SettingTree.texts(row, origin)));
        query.put("key.declared", list, said);
    }

    /** The table or view that {@code SELECT * FROM name} names. */
    private static Optional<String> selected(SqlNode right) {
        return right instanceof SqlSelect select ? Expressions.selectedFrom(select) : Optional.empty();
    }

    private Optional<String> file(SqlNode right) {
        return selected(right).map(scope.keyFiles()::get);
    }

    /** The rows of a list of keys, or of a view of keys. */
    private Optional<List<List<String>>> listed(SqlNode right, int columns) {
        Optional<List<List<String>>> view = selected(right).map(scope.keyViews()::get);
        if (view.isPresent()) {
            return view.filter(rows -> rows.stream().allMatch(row -> row.size() == columns));
        }
        return right instanceof SqlNodeList list
                ? Optional.of(Expressions.rows(text, list, columns))
                : Optional.empty();
    }
}
