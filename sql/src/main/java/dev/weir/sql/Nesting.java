package dev.weir.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** Says how deeply a statement is nested. No method calls itself, so that no statement is too deep to be looked at. */
final class Nesting {

    /** The most levels of a statement. Classes that read a statement call themselves once a level. */
    static final int DEEPEST = 200;

    private Nesting() {}

    private record Level(SqlNode node, int depth) {}

    /**
     * Whether a statement has more than {@link #DEEPEST} levels. A chain of {@code AND}, or of {@code OR}, which the parser nests to the
     * left, is one level, as {@link #chain} reads it.
     */
    static boolean isTooDeep(SqlNode statement) {
        Deque<Level> open = new ArrayDeque<>();
        open.push(new Level(statement, 0));
        while (!open.isEmpty()) {
            Level level = open.pop();
            if (level.depth() > DEEPEST) {
                return true;
            }
            children(level.node()).stream()
                    .filter(Objects::nonNull)
                    .forEach(child -> open.push(
                            new Level(child, isChained(level.node(), child) ? level.depth() : level.depth() + 1)));
        }
        return false;
    }

    private static boolean isChained(SqlNode parent, SqlNode child) {
        SqlKind kind = parent.getKind();
        return kind == child.getKind() && (kind == SqlKind.AND || kind == SqlKind.OR);
    }

    private static List<? extends SqlNode> children(SqlNode node) {
        if (node instanceof SqlNodeList list) {
            return list.getList();
        }
        return node instanceof SqlCall call ? call.getOperandList() : List.of();
    }

    /**
     * The parts that a word joins, in order.
     *
     * @param condition a condition
     * @param word {@code AND} or {@code OR}
     * @return the condition alone if the word does not join it
     */
    static List<SqlNode> chain(SqlNode condition, SqlKind word) {
        List<SqlNode> parts = new ArrayList<>();
        Deque<SqlNode> open = new ArrayDeque<>();
        open.push(condition);
        while (!open.isEmpty()) {
            SqlNode part = open.pop();
            if (part.getKind() == word) {
                List<SqlNode> operands = Expressions.operands(part);
                for (int i = operands.size() - 1; i >= 0; i--) {
                    open.push(operands.get(i));
                }
            } else {
                parts.add(part);
            }
        }
        return parts;
    }
}
