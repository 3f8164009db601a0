package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.query.QueryReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Condition.Combination;
import dev.weir.jobs.config.where.Condition.Comparison;
import dev.weir.jobs.config.where.Condition.Membership;
import dev.weir.operators.keys.KeyName;
import dev.weir.operators.keys.KeySpace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules about conditions that no record meets. Only conditions joined by {@code and} are compared, field by field. */
final class WhereRules {

    private WhereRules() {}

    static void alwaysFalse(ReadQuery query) {
        List<Condition> all = joined(query.fields().where());
        all.stream()
                .flatMap(Condition::fields)
                .distinct()
                .filter(field -> !isPossible(about(all, field)))
                .findFirst()
                .ifPresent(field -> query.warn(
                        query.section(),
                        QueryReader.WHERE,
                        "no value of field " + field + " fulfils it: every record is left out"));
    }

    static void withoutKeys(ReadQuery query) {
        KeySpace space = query.query().keys();
        List<String> keys = space.known();
        List<List<Condition>> about = query.fields().keys().stream()
                .map(field -> about(joined(query.fields().where()), field))
                .toList();
        long kept = keys.stream()
                .filter(key -> space.isOther(space.named(key)) || passAll(about, space.named(key)))
                .count();
        if (kept < keys.size() && about.stream().allMatch(WhereRules::isPossible)) {
            query.warn(
                    query.section(),
                    QueryReader.WHERE,
                    "leaves out " + (keys.size() - kept) + " of " + keys.size()
                            + " declared keys: their rows are noise alone");
        }
    }

    private static boolean passAll(List<List<Condition>> about, KeyName key) {
        return IntStream.range(0, about.size())
                .allMatch(i -> passes(about.get(i), key.components().get(i).orElse("")));
    }

    private static List<Condition> joined(List<Condition> where) {
        return where.stream()
                .flatMap(condition -> condition instanceof Combination combined && combined.isAll()
                        ? combined.parts().stream()
                        : Stream.of(condition))
                .toList();
    }

    /** The comparisons and lists of literals that concern a field. */
    private static List<Condition> about(List<Condition> all, String field) {
        return all.stream()
                .filter(condition -> !(condition instanceof Combination))
                .filter(condition -> condition.fields().anyMatch(field::equals))
                .toList();
    }

    /**
     * Whether some value of a field meets all conditions. The candidates are the literals of the conditions, numbers
     * between and beyond them, a slightly larger text for each text, and the empty text.
     */
    private static boolean isPossible(List<Condition> about) {
        List<String> candidates = new ArrayList<>();
        List<BigDecimal> numbers =
                about.stream().flatMap(WhereRules::numbers).sorted().distinct().toList();
        for (int i = 0; i < numbers.size(); i++) {
            BigDecimal next =
                    i + 1 < numbers.size() ? numbers.get(i + 1) : numbers.get(i).add(BigDecimal.TEN);
            candidates.add(numbers.get(i).toPlainString());
            candidates.add(
                    numbers.get(i).add(next).divide(BigDecimal.valueOf(2)).toPlainString());
        }
        if (!numbers.isEmpty()) {
            candidates.add(numbers.get(0).subtract(BigDecimal.ONE).toPlainString());
        }
        about.stream().flatMap(WhereRules::texts).forEach(text -> candidates.addAll(List.of(text, text + "\u0001")));
        candidates.add("");
        return about.isEmpty() || candidates.stream().anyMatch(value -> passes(about, value));
    }

    private static Stream<BigDecimal> numbers(Condition condition) {
        if (condition instanceof Comparison comparison) {
            return Stream.ofNullable(comparison.number());
        }
        return condition instanceof Membership membership ? membership.numbers().stream() : Stream.empty();
    }

    private static Stream<String> texts(Condition condition) {
        if (condition instanceof Comparison comparison) {
            return Stream.ofNullable(comparison.text());
        }
        return condition instanceof Membership membership ? membership.texts().stream() : Stream.empty();
    }

    private static boolean passes(List<Condition> about, String value) {
        BigDecimal number = number(value);
        return about.stream().allMatch(condition -> passes(condition, value, number));
    }

    private static @Nullable BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean passes(Condition condition, String value, @Nullable BigDecimal number) {
        if (condition instanceof Comparison comparison) {
            return comparison.number() != null
                    ? number != null && comparison.relation().holds(number.compareTo(comparison.number()))
                    : comparison.relation().holds(value.compareTo(String.valueOf(comparison.text())));
        }
        Membership list = (Membership) condition;
        if (list.numbers().isEmpty()) {
            return list.texts().contains(value) == list.isMember();
        }
        return number != null && list.numbers().contains(number.stripTrailingZeros()) == list.isMember();
    }
}
