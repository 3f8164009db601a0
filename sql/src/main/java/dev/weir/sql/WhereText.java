package dev.weir.sql;

import dev.weir.sql.vocabulary.Column;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Writes a condition in the words of a pipeline file. */
final class WhereText {

    private static final Map<SqlKind, String> SIGNS = Map.of(
            SqlKind.EQUALS, "==",
            SqlKind.NOT_EQUALS, "!=",
            SqlKind.LESS_THAN, "<",
            SqlKind.LESS_THAN_OR_EQUAL, "<=",
            SqlKind.GREATER_THAN, ">",
            SqlKind.GREATER_THAN_OR_EQUAL, ">=");

    private final ScriptText text;
    private final Scope scope;

    WhereText(ScriptText text, Scope scope) {
        this.text = text;
        this.scope = scope;
    }

    /**
     * The text of conditions that must all hold.
     *
     * @param conditions at least one condition
     * @throws Refused if one cannot be said
     */
    String of(List<SqlNode> conditions) {
        return conditions.stream().map(this::inAnd).collect(Collectors.joining(" and "));
    }

    private String inAnd(SqlNode condition) {
        return condition.getKind() == SqlKind.OR || condition.getKind() == SqlKind.BETWEEN
                ? "(" + any(condition) + ")"
                : any(condition);
    }

    private String any(SqlNode condition) {
        return switch (condition.getKind()) {
            case AND -> of(Nesting.chain(condition, SqlKind.AND));
            case OR ->
                Nesting.chain(condition, SqlKind.OR).stream()
                        .map(part -> part.getKind() == SqlKind.AND ? "(" + any(part) + ")" : any(part))
                        .collect(Collectors.joining(" or "));
            case NOT -> "not (" + any(Expressions.operands(condition).get(0)) + ")";
            case IN, NOT_IN -> membership(condition);
            case BETWEEN -> between(condition);
            case IS_NULL, IS_NOT_NULL ->
                throw text.refusal(
                        condition,
                        "WHERE " + text.words(condition),
                        "is not needed: a record that lacks a field which WHERE names is left out");
            default -> comparison(condition);
        };
    }

    private String comparison(SqlNode condition) {
        String sign = SIGNS.get(condition.getKind());
        if (sign == null) {
            throw unsayable(condition);
        }
        SqlNode left = Expressions.operands(condition).get(0);
        SqlNode right = Expressions.operands(condition).get(1);
        Column column = column(left);
        return name(column) + " " + sign + " " + literal(column, left, right);
    }

    private Refused unsayable(SqlNode condition) {
        return text.refusal(
                condition,
                "WHERE " + text.words(condition),
                "must compare a column with a literal: = <> < <= > >= IN BETWEEN, joined by AND, OR, NOT");
    }

    private String membership(SqlNode condition) {
        SqlNode left = Expressions.operands(condition).get(0);
        SqlNode right = Expressions.operands(condition).get(1);
        if (!(right instanceof org.apache.calcite.sql.SqlNodeList)) {
            throw unsayable(condition);
        }
        Column column = column(left);
        String literals = Expressions.list(right).stream()
                .map(value -> literal(column, left, value))
                .collect(Collectors.joining(", "));
        return name(column) + (condition.getKind() == SqlKind.IN ? " in (" : " not in (") + literals + ")";
    }

    private String between(SqlNode condition) {
        List<SqlNode> operands = Expressions.operands(condition);
        String sense = Expressions.function(condition);
        if (sense.contains(" SYMMETRIC")) {
            throw unsayable(condition);
        }
        Column column = column(operands.get(0));
        String both = name(column) + " >= " + literal(column, operands.get(0), operands.get(1)) + " and " + name(column)
                + " <= " + literal(column, operands.get(0), operands.get(2));
        return sense.startsWith("NOT") ? "not (" + both + ")" : both;
    }

    private Column column(SqlNode node) {
        String name = Expressions.name(node).orElse("");
        return scope.column(name)
                .orElseThrow(() -> name.isEmpty()
                        ? notALiteral(node)
                        : text.refusal(node, "WHERE " + name, "must be a column of " + scope.table()));
    }

    private Refused notALiteral(SqlNode node) {
        return text.refusal(
                node,
                "WHERE " + text.words(node),
                "must compare a column with a literal, not with a column, a function or the present");
    }

    private String literal(Column column, SqlNode left, SqlNode value) {
        boolean isText = Expressions.text(value).isPresent();
        boolean isNumber = Expressions.number(value).isPresent();
        if (!isText && !isNumber) {
            throw notALiteral(value);
        }
        if (isText ? !column.isText() : !column.isNumber()) {
            throw text.refusal(
                    left,
                    "WHERE " + text.words(left),
                    "is " + column.word() + ", and is compared with a " + (isText ? "text" : "number"));
        }
        return isText
                ? "'"
                        + Expressions.text(value)
                                .orElseThrow()
                                .replace("\\", "\\\\")
                                .replace("'", "\\'") + "'"
                : Expressions.number(value).orElseThrow();
    }

    /** The name of a column's field; in back quotes unless it is a plain word. */
    private static String name(Column column) {
        String field = column.field();
        boolean isPlain = field.matches("[A-Za-z_$][A-Za-z0-9_.$-]*") && !field.matches("(?i)and|or|not|in");
        return isPlain ? field : "`" + field.replace("`", "``") + "`";
    }
}
