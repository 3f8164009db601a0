package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.CandidateKinds;
import dev.weir.jobs.config.release.ClampKinds;
import dev.weir.jobs.config.release.CountKinds;
import dev.weir.jobs.config.release.EntryFields;
import dev.weir.jobs.config.release.LearnKinds;
import dev.weir.jobs.config.release.QuantileKinds;
import dev.weir.jobs.config.release.RatioKind;
import dev.weir.jobs.config.release.RegressionKinds;
import dev.weir.jobs.config.release.ReleaseReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** Rules about values that carry no information, or that repeat another value of the query. */
final class ReleaseRules {

    private static final BigDecimal FEWEST_STEPS = BigDecimal.TEN;

    private ReleaseRules() {}

    private static List<BigDecimal> ends(Section entry, Field<List<BigDecimal>> field) {
        return entry.has(field) && !entry.isMap(field) ? entry.read(field, List.of()) : List.of();
    }

    private static void warnWhere(
            ReadQuery query, Field<List<BigDecimal>> field, BiPredicate<BigDecimal, BigDecimal> test, String rule) {
        for (Section entry : query.entries()) {
            List<BigDecimal> ends = ends(entry, field);
            if (ends.size() == 2 && test.test(ends.get(0), ends.get(1))) {
                query.warn(entry, field, rule);
            }
        }
    }

    static void oneValue(ReadQuery query) {
        for (Field<List<BigDecimal>> field : List.of(EntryFields.CLAMP, ClampKinds.PER_UNIT_CLAMP)) {
            warnWhere(
                    query,
                    field,
                    (low, high) -> low.compareTo(high) == 0,
                    "is one single value, which takes the place of every value: count says as much");
        }
    }

    /** Warns of a {@code per-unit-clamp} that a single record within the bounds of {@code clamp} can exceed. */
    static void beyondUnitClamp(ReadQuery query) {
        for (Section entry : query.entries()) {
            List<BigDecimal> one = ends(entry, EntryFields.CLAMP);
            List<BigDecimal> all = ends(entry, ClampKinds.PER_UNIT_CLAMP);
            if (one.size() == 2 && all.size() == 2 && largest(one).compareTo(largest(all)) > 0) {
                query.warn(
                        entry,
                        ClampKinds.PER_UNIT_CLAMP,
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
                ClampKinds.PER_UNIT_CLAMP,
                (low, high) -> low.signum() > 0 || high.signum() < 0,
                "leaves out 0: the smallest record of a unit counts as the nearer bound");
    }

    /**
     * Warns of a coarse grid. A grid of 1 is not warned of, because it suits whole numbers even if there are few of
     * them, such as flags or stars.
     */
    static void coarseGrid(ReadQuery query) {
        for (Section entry : query.entries()) {
            coarseGrid(
                    query,
                    entry,
                    EntryFields.GRID,
                    List.of(EntryFields.CLAMP, ClampKinds.PER_UNIT_CLAMP, QuantileKinds.RANGE));
            coarseGrid(query, entry, RatioKind.TO_GRID, List.of(RatioKind.TO_CLAMP));
        }
    }

    private static void coarseGrid(
            ReadQuery query, Section entry, Field<BigDecimal> gridField, List<Field<List<BigDecimal>>> fields) {
        BigDecimal grid = entry.read(gridField, BigDecimal.ONE);
        if (entry.has(gridField) && grid.compareTo(BigDecimal.ONE) != 0) {
            fields.stream()
                    .filter(field -> hasFewSteps(ends(entry, field), grid))
                    .findFirst()
                    .ifPresent(field -> query.warn(
                            entry,
                            gridField,
                            "leaves " + field.name() + " fewer than 10 steps: values are rounded to hardly anything"));
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
            Field<?> kind = ReleaseReader.kind(entry);
            boolean isOfField = kind.type().equals(Literals.TEXT);
            if (isOfField
                    && !unit.isEmpty()
                    && entry.read(kind.as(Literals.TEXT), "").equals(unit)) {
                query.warn(entry, kind, "is the field that names the unit: an id is no quantity");
            }
        }
    }

    static void sameTwice(ReadQuery query) {
        Set<String> seen = new HashSet<>();
        for (Section entry : query.entries()) {
            Field<?> kind = ReleaseReader.kind(entry);
            Set<String> without = new HashSet<>(Set.of(EntryFields.AS.name(), EntryFields.WEIGHT.name()));
            if (kind.type().equals(Literals.NAME)) {
                without.add(kind.name());
            }
            if (!QuantileKinds.TREES.contains(kind) && !seen.add(kind.name() + " " + entry.text(without))) {
                query.warn(entry, kind, "is the same as a value before it, with noise and a price of its own");
            }
        }
    }

    static void onlyOption(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (entry.has(CandidateKinds.CHOOSE)
                    && entry.read(CandidateKinds.FROM, List.of()).size() == 1) {
                query.warn(entry, CandidateKinds.FROM, "is one text, which is released whatever the records are");
            }
        }
    }

    static void allCandidates(ReadQuery query) {
        for (Section entry : query.entries()) {
            int among = entry.read(CandidateKinds.AMONG, false, List.of()).size();
            if (entry.has(CandidateKinds.TOP) && entry.read(CandidateKinds.K, 0) == among) {
                query.warn(
                        entry,
                        CandidateKinds.K,
                        "is how many there are among, so that none is left out: histogram says as much");
            }
        }
    }

    static void unitsOfEvents(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (query.file().plan().unit().isEvent() && entry.has(CountKinds.DISTINCT_UNITS)) {
                query.warn(entry, CountKinds.DISTINCT_UNITS, "counts records where privacy.unit is event: write count");
            }
        }
    }

    static void ratioOfItself(ReadQuery query) {
        for (Section entry : query.entries()) {
            if (entry.has(RatioKind.RATIO)
                    && entry.read(RatioKind.RATIO, "").equals(entry.read(RatioKind.TO, "other"))) {
                query.warn(entry, RatioKind.TO, "is the field that is divided: the ratio is 1");
            }
        }
    }

    static void labelAmongFeatures(ReadQuery query) {
        for (Section entry : query.entries()) {
            boolean isModel = entry.has(RegressionKinds.REGRESSION) || entry.has(LearnKinds.LEARN);
            if (isModel && RegressionKinds.isLabelAmongFeatures(entry)) {
                query.warn(entry, RegressionKinds.FEATURES, "hold the label: it explains itself");
            }
        }
    }
}
