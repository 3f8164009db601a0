package dev.weir.sql;

import dev.weir.sql.vocabulary.Column;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * A column whose values are bounded: {@code CLAMP(column, low, high)}, {@code CLAMP_PER_UNIT(..)}, or both.
 *
 * @param text the text of the script
 * @param field the field of a record
 * @param clamp the bounds of each value
 * @param perUnit the bounds of what a unit adds to a cell
 * @param grid the grid of the values
 */
record BoundedColumn(
        ScriptText text,
        String field,
        Optional<List<String>> clamp,
        Optional<List<String>> perUnit,
        Optional<String> grid) {

    private static final String CLAMP = "CLAMP";
    private static final String PER_UNIT = "CLAMP_PER_UNIT";

    /**
     * Reads the first argument of an aggregate.
     *
     * @throws Refused if it is no bounded column
     */
    static BoundedColumn read(ScriptText text, Scope scope, SqlNode aggregate) {
        return new Reader(text, scope, aggregate).read();
    }

    /** Refuses bounds of what a unit adds, where an aggregate has bounds of each value alone. */
    void requireClampAlone(SqlNode aggregate) {
        if (perUnit.isPresent()) {
            throw text.refusal(aggregate, "must have CLAMP(column, low, high): CLAMP_PER_UNIT is for SUM");
        }
    }

    private record Reader(ScriptText text, Scope scope, SqlNode aggregate) {

        BoundedColumn read() {
            SqlNode argument = Expressions.operands(aggregate).get(0);
            if (Expressions.name(argument).isPresent()) {
                throw text.refusal(
                        aggregate,
                        "must be bounded, or one person could sway it at will: " + Expressions.function(aggregate)
                                + "(CLAMP(" + text.words(argument) + ", low, high))");
            }
            boolean isPerUnit = Expressions.function(argument).equals(PER_UNIT);
            SqlNode first = isPerUnit ? arguments(argument).get(0) : argument;
            boolean isClamped = Expressions.function(first).equals(CLAMP);
            if (!isPerUnit && !isClamped) {
                throw notAColumn();
            }
            Column column = column(isClamped ? arguments(first).get(0) : first);
            Optional<String> outer = isPerUnit ? grid(argument) : Optional.empty();
            Optional<String> grid = (isClamped ? grid(first) : Optional.<String>empty())
                    .or(() -> outer)
                    .or(() -> Optional.of(column.grid()).filter(usual -> !usual.isEmpty()));
            if (outer.isPresent() && !outer.equals(grid)) {
                throw text.refusal(aggregate, "must have one grid, not two");
            }
            return new BoundedColumn(
                    text,
                    column.field(),
                    isClamped ? Optional.of(ends(first)) : Optional.empty(),
                    isPerUnit ? Optional.of(ends(argument)) : Optional.empty(),
                    grid);
        }

        private List<SqlNode> arguments(SqlNode call) {
            List<SqlNode> arguments = Expressions.operands(call);
            if (arguments.size() != 3 && arguments.size() != 4) {
                throw text.refusal(
                        call, "must be " + Expressions.function(call) + "(column, low, high) or with a grid");
            }
            return arguments;
        }

        private Refused notAColumn() {
            return text.refusal(
                    aggregate, "must aggregate a column, not an expression: compute it before the records are written");
        }

        private Column column(SqlNode node) {
            String name = Expressions.name(node).orElseThrow(this::notAColumn);
            if (name.equals(scope.unit())) {
                throw text.refusal(aggregate, "aggregates the privacy unit: it never leaves");
            }
            Column column =
                    scope.column(name).orElseThrow(() -> text.refusal(node, "must be a column of " + scope.table()));
            if (!column.isNumber()) {
                throw text.refusal(node, "must be a number to be aggregated, is " + column.word());
            }
            return column;
        }

        private List<String> ends(SqlNode clamp) {
            return List.of(
                    number(arguments(clamp).get(1)), number(arguments(clamp).get(2)));
        }

        private Optional<String> grid(SqlNode clamp) {
            List<SqlNode> arguments = arguments(clamp);
            return arguments.size() == 4 ? Optional.of(number(arguments.get(3))) : Optional.empty();
        }

        private String number(SqlNode node) {
            return Expressions.number(node)
                    .orElseThrow(() -> text.refusal(
                            node, "must be a number that is written out: a bound never follows from data"));
        }
    }
}
