package dev.weir.sql.write;

import dev.weir.jobs.config.where.Condition;
import dev.weir.sql.vocabulary.ReservedWords;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes names, texts, conditions and spans of time in SQL. */
final class SqlNames {

    private static final Map<String, String> UNITS = Map.of("s", "SECOND", "m", "MINUTE", "h", "HOUR", "d", "DAY");

    private SqlNames() {}

    /** A name, in back quotes unless it is a plain word that is not reserved. */
    static String name(String name) {
        boolean isPlain = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !ReservedWords.isReserved(name);
        return isPlain ? name : "`" + name.replace("`", "``") + "`";
    }

    /** A text in quotes. */
    static String text(String text) {
        String plain = "'" + text.replace("'", "''") + "'";
        return text.chars().allMatch(c -> c < 128)
                ? plain
                : "U&'"
                        + text.chars()
                                .mapToObj(c -> c == '\\'
                                        ? "\\\\"
                                        : c == '\''
                                                ? "''"
                                                : c < 128 ? String.valueOf((char) c) : String.format("\\%04x", c))
                                .collect(Collectors.joining())
                        + "'";
    }

    /** Texts in quotes, separated by commas. */
    static String texts(List<String> texts) {
        return texts.stream().map(SqlNames::text).collect(Collectors.joining(", "));
    }

    /** A duration of a pipeline file as an interval. */
    static String interval(String duration) {
        String unit = duration.replaceAll("[0-9]", "");
        String count = duration.replaceAll("[^0-9]", "");
        if (!UNITS.containsKey(unit)) {
            throw new IllegalArgumentException("must be whole seconds, was " + duration);
        }
        return "INTERVAL '" + count + "' " + UNITS.get(unit) + (count.length() > 2 ? "(" + count.length() + ")" : "");
    }

    /** A condition. */
    static String condition(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            String sign =
                    switch (comparison.relation()) {
                        case EQUAL -> "=";
                        case NOT_EQUAL -> "<>";
                        default -> comparison.relation().sign();
                    };
            String text = comparison.text();
            BigDecimal number = comparison.number();
            return name(comparison.field()) + " " + sign + " "
                    + (text == null ? String.valueOf(number == null ? null : number.toPlainString()) : text(text));
        }
        if (condition instanceof Condition.Membership one) {
            String literals = one.texts().isEmpty()
                    ? one.numbers().stream().map(BigDecimal::toPlainString).collect(Collectors.joining(", "))
                    : texts(one.texts());
            return name(one.field()) + (one.isMember() ? " IN (" : " NOT IN (") + literals + ")";
        }
        Condition.Combination all = (Condition.Combination) condition;
        return all.parts().stream()
                .map(part -> part instanceof Condition.Combination ? "(" + condition(part) + ")" : condition(part))
                .collect(Collectors.joining(all.isAll() ? " AND " : " OR "));
    }
}
