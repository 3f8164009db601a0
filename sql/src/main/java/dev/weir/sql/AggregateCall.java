package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Reads an aggregate of a release into an entry of {@code release}. */
final class AggregateCall {

    private static final Set<String> KIN = Set.of("STDDEV_POP", "STDDEV_SAMP", "STDDEV", "VAR_SAMP", "VARIANCE", "STD");

    private static final Map<String, String> CLAMPED = Map.of("AVG", "mean", "VAR_POP", "variance");
    private static final Map<String, String> RANGED =
            Map.of("MIN", "min", "MAX", "max", "MEDIAN", "median", "PERCENTILE", "quantiles");

    private final ScriptText text;
    private final Scope scope;
    private final Item entry;
    private final Origin origin;
    private final String name;

    private AggregateCall(ScriptText text, Scope scope, SqlNode call, String name) {
        this.text = text;
        this.scope = scope;
        this.origin = text.origin(call);
        this.entry = Item.map(origin);
        this.name = name;
    }

    /**
     * Reads an aggregate.
     *
     * @param call the aggregate, without its name
     * @param name the name
     * @throws Refused if it cannot be released
     */
    static Item read(ScriptText text, Scope scope, SqlNode call, String name) {
        AggregateCall reader = new AggregateCall(text, scope, call, name);
        reader.read(call);
        return reader.entry;
    }

    private void read(SqlNode call) {
        String function = Expressions.function(call);
        if (call.getKind() == SqlKind.OVER) {
            throw text.refusal(call, "OVER", "is not releasable: use TUMBLE, HOP or CUMULATE");
        }
        if (call.getKind() == SqlKind.FILTER) {
            throw text.refusal(call, "FILTER", "is not releasable: give the condition to WHERE, in a view of its own");
        }
        if (function.equals("GREATEST")) {
            greatest(call);
        } else if (call.getKind() == SqlKind.DIVIDE) {
            ratio(call);
        } else {
            simple(call, function);
        }
    }

    private void greatest(SqlNode call) {
        List<SqlNode> operands = Expressions.operands(call);
        String inner = operands.isEmpty() ? "" : Expressions.function(operands.get(0));
        boolean isFromZero = operands.size() == 2
                && Expressions.number(operands.get(1)).filter("0"::equals).isPresent()
                && Set.of("COUNT", "SUM", "APPROX_COUNT_DISTINCT").contains(inner);
        if (!isFromZero) {
            throw text.refusal(call, "must be GREATEST(COUNT(*), 0), or of a SUM");
        }
        simple(operands.get(0), inner);
        put("non-negative", "true");
    }

    private void simple(SqlNode call, String function) {
        if (KIN.contains(function)) {
            throw text.refusal(
                    call, "is not released by itself: VAR_POP releases variance, deviation, mean and count at once");
        }
        if (function.equals("COUNT") || function.equals("APPROX_COUNT_DISTINCT")) {
            count((SqlBasicCall) call, function);
            return;
        }
        if (!function.equals("SUM") && !CLAMPED.containsKey(function) && !RANGED.containsKey(function)) {
            throw text.refusal(
                    call,
                    "is not releasable: COUNT, SUM, AVG, VAR_POP, PERCENTILE, MIN, MAX and SUM(..) / SUM(..) are");
        }
        bounded(call, function);
    }

    private void bounded(SqlNode call, String function) {
        requirePlain((SqlBasicCall) call);
        BoundedColumn bounded = argument(call, function.equals("PERCENTILE") ? 2 : 1);
        if (function.equals("SUM")) {
            putText("sum", bounded.field());
            putText("as", name);
            bounded.clamp().ifPresent(ends -> putNumbers("clamp", ends));
            bounded.perUnit().ifPresent(ends -> putNumbers("per-unit-clamp", ends));
        } else {
            bounded.requireClampAlone(call);
            String ranged = RANGED.get(function);
            putText(ranged == null ? CLAMPED.getOrDefault(function, function) : ranged, bounded.field());
            putText("as", name);
            putNumbers(ranged == null ? "clamp" : "range", bounded.clamp().orElseThrow());
        }
        if (function.equals("PERCENTILE")) {
            putNumbers("at", quantiles(Expressions.operands(call).get(1)));
        }
        bounded.grid().ifPresent(grid -> put("grid", grid));
    }

    private void count(SqlBasicCall call, String function) {
        boolean isDistinct = isDistinct(call) || function.equals("APPROX_COUNT_DISTINCT");
        List<SqlNode> operands = call.getOperandList();
        boolean isStar = operands.size() == 1 && operands.get(0) instanceof SqlIdentifier star && star.isStar();
        if (!isDistinct && !isStar) {
            throw text.refusal(call, "must be COUNT(*): records without the column are left out by WHERE");
        }
        boolean isUnit = operands.size() == 1
                && !scope.unit().isEmpty()
                && Expressions.name(operands.get(0))
                        .filter(scope.unit()::equals)
                        .isPresent();
        if (isDistinct && !isUnit) {
            throw text.refusal(
                    call,
                    "counts something else than units: only COUNT(DISTINCT "
                            + (scope.unit().isEmpty() ? "unit" : scope.unit()) + ") is releasable");
        }
        putText(isDistinct ? "distinct-units" : "count", name);
    }

    private static boolean isDistinct(SqlBasicCall call) {
        return call.getFunctionQuantifier() != null
                && String.valueOf(call.getFunctionQuantifier().getValue()).equals("DISTINCT");
    }

    private void requirePlain(SqlBasicCall call) {
        if (isDistinct(call)) {
            throw text.refusal(call, "must not be DISTINCT: equal values are of several records");
        }
    }

    private void ratio(SqlNode call) {
        for (SqlNode sum : Expressions.operands(call)) {
            if (!Expressions.function(sum).equals("SUM")) {
                throw text.refusal(call, "must be SUM(..) / SUM(..): other quotients are made of released rows");
            }
            requirePlain((SqlBasicCall) sum);
        }
        SqlNode above = Expressions.operands(call).get(0);
        SqlNode below = Expressions.operands(call).get(1);
        BoundedColumn numerator = argument(above, 1);
        BoundedColumn denominator = argument(below, 1);
        numerator.requireClampAlone(above);
        denominator.requireClampAlone(below);
        putText("ratio", numerator.field());
        putText("to", denominator.field());
        putText("as", name);
        putNumbers("clamp", numerator.clamp().orElseThrow());
        putNumbers("to-clamp", denominator.clamp().orElseThrow());
        numerator.grid().ifPresent(grid -> put("grid", grid));
        denominator.grid().ifPresent(grid -> put("to-grid", grid));
    }

    private BoundedColumn argument(SqlNode call, int operands) {
        if (Expressions.operands(call).size() != operands) {
            throw text.refusal(
                    call,
                    operands == 1 ? "must have one argument" : "must have two arguments: CLAMP(..) and ARRAY[..]");
        }
        return BoundedColumn.read(text, scope, call);
    }

    private List<String> quantiles(SqlNode at) {
        List<SqlNode> all = at.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR ? Expressions.operands(at) : List.of(at);
        return all.stream()
                .map(one -> Expressions.number(one)
                        .orElseThrow(() -> text.refusal(
                                one, "must be a number that is written out: which quantiles never follows from data")))
                .toList();
    }

    private void put(String field, String value) {
        entry.fields().put(field, Item.scalar(origin, value, false));
    }

    private void putText(String field, String value) {
        entry.fields().put(field, Item.scalar(origin, value, true));
    }

    private void putNumbers(String field, List<String> numbers) {
        entry.fields().put(field, SettingTree.numbers(numbers, origin));
    }
}
