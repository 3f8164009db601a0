package dev.weir.jobs.config.warning;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** Values that say nothing, or that another value of the query says already. */
final class ReleaseRules {

    /** Kinds of which several entries of one query cost no more than one entry. */
    private static final Set<String> TREES = Set.of("quantiles", "median", "max", "min");

    private static final BigDecimal FEWEST_STEPS = BigDecimal.TEN;

    private ReleaseRules() {}

    private static List<BigDecimal> ends(Section entry, String field) {
        return entry.has(field) && !entry.isMap(field) ? entry.list(field, Literals::decimal) : List.of();
    }

    private static void warnWhere(
            ReadQuery query, String field, BiPredicate<BigDecimal, BigDecimal> test, String rule) {
        for (Section entry : query.entries()) {
            List<BigDecimal> ends = ends(entry, field);
            if (ends.size() == 2 && test.test(ends.get(0), ends.get(1))) {
                query.warn(entry, field, rule);
            }
        }
    }

    static void oneValue(ReadQuery query) {
        for (String field : List.of("clamp", "per-unit-clamp")) {
            warnWhere(
                    query,
                    field,
                    (low, high) -> low.compareTo(high) == 0,
                    "is one single value, which takes the place of every value: count says as much");
        }
    }

    /** A record alone in its cell already adds as much as its unit may. */
    static void beyondUnitClamp(ReadQuery query) {
        for (Section entry : query.entries()) {
            List<BigDecimal> one = ends(entry, "clamp");
            List<BigDecimal> all = ends(entry, "per-unit-clamp");
            if (one.size() == 2 && all.size() == 2 && largest(one).compareTo(largest(all)) > 0) {
                query.warn(
                        entry,
                        "per-unit-clamp",
                        "is narrower than clamp: a unit's total of a cell is cut to " + all
                                + " even where it is one record");
            }
        }
    }

    private static BigDecimal largest(List<BigDecimal> ends) {
        return ends.get(0).abs().max(ends.get(1).abs());
    }

    static void unitClampWithoutZero(ReadQuery query) {
        warnWhere(
                query,
                "per-unit-clamp",
                (low, high) -> low.signum() > 0 || high.signum() < 0,
                "leaves out 0: the smallest record of a unit counts as the nearer bound");
    }

    /** A grid of 1 is right where values are whole numbers, however few: flags, stars. */
    static void coarseGrid(ReadQuery query) {
        for (Section entry : query.entries()) {
            coarseGrid(query, entry, "grid", List.of("clamp", "per-unit-clamp", "range"));
            coarseGrid(query, entry, "to-grid", List.of("to-clamp"));
        }
    }

    private static void coarseGrid(ReadQuery query, Section entry, String gridField, List<String> fields) {
        BigDecimal grid = entry.optional(gridField, Literals::positive, BigDecimal.ONE);
        if (entry.has(gridField) && grid.compareTo(BigDecimal.ONE) != 0) {
            fields.stream()
                    .filter(field -> hasFewSteps(ends(entry, field), grid))
                    .findFirst()
                    .ifPresent(field -> query.warn(
                            entry,
                            gridField,
                            "leaves " + field + " fewer than 10 steps: values are rounded to hardly anything"));
        }
    }

    private static boolean hasFewSteps(List<BigDecimal> ends, BigDecimal grid) {
        return ends.size() == 2 && steps(ends, grid).compareTo(FEWEST_STEPS) < 0;
    }

    private static BigDecimal steps(List<BigDecimal> ends, BigDecimal grid) {
        return ends.get(1).subtract(ends.get(0)).divideToIntegralValue(grid);
    }

    static void readsUnit(ReadQuery query) {
        String unit = query.file().pipeline().source().unit();
        for (Section entry : query.entries()) {
            String kind = ReleaseReader.kind(entry);
            boolean isNamed = Set.of("count", "distinct-units", "vector", "regression", "second-moments")
                    .contains(kind);
            if (!isNamed
                    && !unit.isEmpty()
                    && entry.optional(kind, Literals::text, "").equals(unit)) {
                query.warn(entry, kind, "is the field that names the unit: an id is no quantity");
            }
        }
    }

    static void sameTwice(ReadQuery query) {
        Set<String> seen = new HashSet<>();
        for (Section entry : query.entries()) {
            String kind = ReleaseReader.kind(entry);
            boolean isNamed = Set.of("count", "distinct-units", "regression", "second-moments")
                    .contains(kind);
            Set<String> without = isNamed ? Set.of("as", "weight", kind) : Set.of("as", "weight");
            if (!TREES.contains(kind) && !seen.add(kind + " " + entry.text(without))) {
                query.warn(entry, kind, "is the same as a value before it, with noise and a price of its own");
            }
        }
    }

    static void onlyOption(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (entry.has("choose") && entry.list("from", Literals::text).size() == 1) {
                query.warn(entry, "from", "is one text, which is released whatever the records are");
            }
        }
    }

    static void allCandidates(ReadQuery query) {
        for (Section entry : query.entries()) {
            boolean isTop = entry.has("top");
            int among = isTop ? entry.list("among", Literals::text).size() : 0;
            if (isTop && entry.optional("k", Literals.whole(1, Integer.MAX_VALUE), 0L) == among) {
                query.warn(entry, "k", "is how many there are among, so that none is left out: histogram says as much");
            }
        }
    }

    static void unitsOfEvents(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (query.file().plan().unit() == PrivacyUnit.EVENT && entry.has("distinct-units")) {
                query.warn(entry, "distinct-units", "counts records where privacy.unit is event: write count");
            }
        }
    }

    static void ratioOfItself(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (entry.has("ratio")
                    && entry.optional("ratio", Literals::text, "")
                            .equals(entry.optional("to", Literals::text, "other"))) {
                query.warn(entry, "to", "is the field that is divided: the ratio is 1");
            }
        }
    }

    static void labelAmongFeatures(ReadQuery query) {
        for (Section entry : query.entries()) {
            String label = entry.optionalSection("label").optional("field", Literals::text, "");
            boolean isAmong = entry.has("regression")
                    && entry.each("features", item -> "", feature -> feature.find("field", Literals::text)).stream()
                            .anyMatch(field -> !label.isEmpty() && field.equals(label));
            if (isAmong) {
                query.warn(entry, "features", "hold the label: it explains itself");
            }
        }
    }
}
