package dev.weir.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.util.NlsString;

/** Questions about expressions of a script. */
final class Expressions {

    private Expressions() {}

    /** The name that an expression is, its parts joined by dots; empty if it is something else. */
    static Optional<String> name(SqlNode node) {
        return node instanceof SqlIdentifier name && !name.isStar()
                ? Optional.of(String.join(".", name.names))
                : Optional.empty();
    }

    /** The text in quotes that an expression is. */
    static Optional<String> text(SqlNode node) {
        return node instanceof SqlCharStringLiteral literal && literal.getValue() instanceof NlsString text
                ? Optional.of(text.getValue())
                : Optional.empty();
    }

    /** The number that an expression is, in digits. */
    static Optional<String> number(SqlNode node) {
        if (node instanceof SqlNumericLiteral literal) {
            BigDecimal value = literal.bigDecimalValue();
            return value == null || Math.abs((long) value.scale()) > 100
                    ? Optional.empty()
                    : Optional.of(value.toPlainString());
        }
        if (node.getKind() == SqlKind.MINUS_PREFIX && node instanceof SqlBasicCall call) {
            return number(call.operand(0)).map(digits -> digits.startsWith("-") ? digits.substring(1) : "-" + digits);
        }
        return Optional.empty();
    }

    /** The name of the function that an expression calls, in capitals; empty if it calls none. */
    static String function(SqlNode node) {
        return node instanceof SqlBasicCall call ? call.getOperator().getName().toUpperCase(Locale.ROOT) : "";
    }

    /** The operands of a call, of which the parser leaves absent ones null. */
    static List<SqlNode> operands(SqlNode node) {
        return ((SqlBasicCall) node).getOperandList();
    }

    /** The nodes of a list, or of a row in parentheses; the node itself if it is neither. */
    static List<SqlNode> list(SqlNode node) {
        if (node instanceof SqlNodeList list) {
            return List.copyOf(list.getList());
        }
        return node.getKind() == SqlKind.ROW ? operands(node) : List.of(node);
    }

    /**
     * The span of an interval: {@code 15m}, {@code 1 month}, {@code 1 week}; empty if the node is no such interval.
     *
     * @param node an expression
     */
    static Optional<Span> span(SqlNode node) {
        if (!(node instanceof SqlIntervalLiteral literal)
                || !(literal.getValue() instanceof SqlIntervalLiteral.IntervalValue value)
                || !value.getIntervalLiteral().matches("[0-9]{1,9}")
                || value.getSign() < 0
                || value.getIntervalQualifier().timeUnitRange.endUnit != null) {
            return Optional.empty();
        }
        long count = Long.parseLong(value.getIntervalLiteral());
        TimeUnit unit = value.getIntervalQualifier().getUnit();
        return switch (unit) {
            case SECOND -> Optional.of(new Span(count * 1000, ""));
            case MINUTE -> Optional.of(new Span(count * 60_000, ""));
            case HOUR -> Optional.of(new Span(count * 3_600_000, ""));
            case DAY -> Optional.of(new Span(count * 86_400_000, ""));
            case WEEK -> Optional.of(new Span(count * 7 * 86_400_000, count == 1 ? "week" : ""));
            case MONTH -> count == 1 ? Optional.of(new Span(0, "month")) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The name of the table or view of which all is selected; empty for another query. */
    static Optional<String> selectedFrom(SqlNode query) {
        boolean isPlain = query instanceof SqlSelect select
                && select.getFrom() != null
                && select.getWhere() == null
                && select.getGroup() == null
                && select.getHaving() == null
                && select.getSelectList().size() == 1
                && select.getSelectList().get(0) instanceof SqlIdentifier star
                && star.isStar()
                && !select.isDistinct()
                && !select.hasHints()
                && select.getQualify() == null
                && select.getWindowList().isEmpty();
        return isPlain ? name(((SqlSelect) query).getFrom()) : Optional.empty();
    }

    /**
     * The keys of a list.
     *
     * @param columns the number of columns of a key
     * @throws Refused if a key is not written out
     */
    static List<List<String>> rows(ScriptText text, Iterable<SqlNode> list, int columns) {
        List<List<String>> rows = new ArrayList<>();
        for (SqlNode node : list) {
            List<String> row = list(node).stream()
                    .map(value -> text(value)
                            .or(() -> number(value))
                            .orElseThrow(() -> text.refusal(value, "must be a key that is written out")))
                    .toList();
            if (row.size() != columns) {
                throw text.refusal(node, "must be a key of " + columns + " columns");
            }
            rows.add(row);
        }
        return rows;
    }

    /**
     * A span of time.
     *
     * @param millis its length in milliseconds; 0 for months
     * @param period {@code week} or {@code month} if it is one of these; else empty
     */
    record Span(long millis, String period) {

        private static final List<String> UNITS = List.of("d", "h", "m", "s");
        private static final List<Long> LENGTHS = List.of(86_400_000L, 3_600_000L, 60_000L, 1000L);

        /** The span as a pipeline file has it: {@code 15m}. */
        String text() {
            for (int i = 0; i < UNITS.size(); i++) {
                if (millis > 0 && millis % LENGTHS.get(i) == 0) {
                    return millis / LENGTHS.get(i) + UNITS.get(i);
                }
            }
            return millis / 1000 + "s";
        }
    }
}
