package dev.weir.sql.vocabulary;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of the private table.
 *
 * @param name its name in the script
 * @param field the field of a record that it is: the name, or a field of the message
 * @param type its type, as the script has it
 */
public record Column(String name, String field, String type) {

    private static final Set<String> WHOLE = Set.of("TINYINT", "SMALLINT", "INT", "INTEGER", "BIGINT");
    private static final Set<String> FLOATING = Set.of("FLOAT", "DOUBLE", "REAL");
    private static final Set<String> TEXT = Set.of("STRING", "VARCHAR", "CHAR", "CHARACTER");
    private static final Pattern DECIMALS = Pattern.compile("\\(\\s*\\d+\\s*,\\s*(\\d+)\\s*\\)");

    /** Returns the first word of the type, in capitals. */
    public String word() {
        return type.toUpperCase(Locale.ROOT).replaceAll("[^A-Z_].*", "");
    }

    /** Whether values are compared and aggregated as numbers. */
    public boolean isNumber() {
        return WHOLE.contains(word()) || FLOATING.contains(word()) || isDecimal();
    }

    /** Whether values are compared as text. */
    public boolean isText() {
        return TEXT.contains(word());
    }

    private boolean isDecimal() {
        return Set.of("DECIMAL", "DEC", "NUMERIC").contains(word());
    }

    /** Returns the grid of values that have the decimals of the type: 10^-s; empty where the type does not say. */
    public String grid() {
        if (WHOLE.contains(word())) {
            return "1";
        }
        if (!isDecimal()) {
            return "";
        }
        Matcher scale = DECIMALS.matcher(type);
        int decimals = scale.find() ? Integer.parseInt(scale.group(1)) : 0;
        return decimals == 0 ? "1" : "0." + "0".repeat(decimals - 1) + "1";
    }
}
