package dev.weir.jobs.losses;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Counts the records whose unit is a placeholder such as "unknown", and finds out whether one unit has about half of the
 * records or more. It keeps at most 64 ids, by the algorithm of Misra and Gries (1982): the count of a unit is never above its
 * true number of records, and below it by at most 1/65 of all records. Its warnings contain no id.
 */
public final class UnitTally {

    private static final int KEPT = 64;
    private static final int LONGEST_PLACEHOLDER = 16;

    /** The number of records from which warnings are given. Among fewer records, one unit may well have half of the records. */
    private static final int FEWEST = 20;

    private static final int HUNDREDTH = 100;
    private static final Set<String> PLACEHOLDERS = Set.of(
            "",
            "null",
            "(null)",
            "none",
            "nil",
            "nan",
            "na",
            "n/a",
            "#n/a",
            "\\n",
            "-",
            "--",
            "?",
            "undefined",
            "unknown",
            "anonymous",
            "anon",
            "missing",
            "empty",
            "guest");

    private final Map<String, Long> counts = new HashMap<>();
    private long records;
    private long placeholders;

    /**
     * Counts the unit of a record.
     *
     * @param unit the bytes of the unit's id; a record with an empty id is not counted
     */
    public void add(byte[] unit) {
        if (unit.length == 0) {
            return;
        }
        records++;
        String id = new String(unit, StandardCharsets.UTF_8);
        if (unit.length <= LONGEST_PLACEHOLDER
                && PLACEHOLDERS.contains(id.strip().toLowerCase(Locale.ROOT))) {
            placeholders++;
        }
        if (counts.size() < KEPT || counts.containsKey(id)) {
            counts.merge(id, 1L, Long::sum);
        } else {
            counts.replaceAll((any, count) -> count - 1);
            counts.values().removeIf(count -> count == 0);
        }
    }

    /**
     * Returns the probable mistakes, one line each.
     *
     * @param field the field that names the unit
     */
    public List<String> warnings(String field) {
        List<String> lines = new ArrayList<>();
        if (records >= FEWEST && placeholders * HUNDREDTH >= records) {
            lines.add(placeholders + " of " + records
                    + " records have a unit that stands for nobody, such as NULL, none or a"
                    + " blank, in field " + field
                    + ": together they are one person with one budget; leave them out by where, or name another field");
        }
        long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (records >= FEWEST && 2 * (most + records / (KEPT + 1)) >= records && most > placeholders) {
            lines.add("at least " + most + " of " + records + " records have one and the same unit in field " + field
                    + ": one budget has to do for all of them; is that the field of a person?");
        }
        return lines;
    }
}
