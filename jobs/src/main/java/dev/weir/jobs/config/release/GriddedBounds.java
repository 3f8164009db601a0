package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads public bounds of values, and the grid whose steps they are counted in. */
final class GriddedBounds {

    private final Section section;
    private final BigDecimal grid;
    private final boolean isGridSound;
    private final Map<String, List<BigDecimal>> bounds = new LinkedHashMap<>();

    /**
     * Notes what is wrong with bounds that are given, and with a grid that is missing.
     *
     * @param gridField names the field of the grid
     * @param fields name the bounds, of which some or all may be missing
     */
    GriddedBounds(Section section, String gridField, String... fields) {
        this.section = section;
        int before = section.problemsSoFar();
        for (String field : fields) {
            read(field);
        }
        grid = section.optional(gridField, Literals::positive, GridRule.USUAL);
        if (!section.has(gridField)) {
            bounds.forEach((field, ends) -> requireChoice(section, gridField, field, ends));
        }
        isGridSound = section.isSound(before);
    }

    private void read(String field) {
        if (!section.has(field)) {
            return;
        }
        int soFar = section.problemsSoFar();
        List<BigDecimal> ends = section.list(field, Literals::decimal);
        if (section.isSound(soFar) && (ends.size() != 2 || ends.get(0).compareTo(ends.get(1)) > 0)) {
            section.problem(field, "must be [low, high] with low <= high, was " + ends);
        }
        if (section.isSound(soFar)) {
            bounds.put(field, ends);
        }
    }

    /**
     * Notes that a grid must be chosen where the usual one is too coarse.
     *
     * @param field of the bounds
     * @param ends both bounds, or the upper one alone
     */
    static void requireChoice(Section section, String gridField, String field, List<BigDecimal> ends) {
        BigDecimal high = ends.get(ends.size() - 1);
        GridRule.choiceFor(ends.size() == 1 ? BigDecimal.ZERO : ends.get(0), high)
                .ifPresent(finer -> section.problem(
                        gridField,
                        "must be given where " + field + " " + (ends.size() == 1 ? high : ends) + " is fewer than "
                                + GridRule.FEWEST_STEPS + " steps of 1: write " + gridField + ": "
                                + finer.toPlainString() + orWhole(gridField, ends)));
    }

    private static String orWhole(String gridField, List<BigDecimal> ends) {
        boolean areWhole =
                ends.stream().allMatch(end -> end.stripTrailingZeros().scale() <= 0);
        return areWhole ? ", or " + gridField + ": 1 if all values are whole numbers" : "";
    }

    /** The value of one grid step. */
    BigDecimal grid() {
        return grid;
    }

    /** Bounds in grid steps; empty where they are missing, or wrong, which is noted. */
    Optional<Sum.Range> steps(String field) {
        List<BigDecimal> ends = bounds.get(field);
        try {
            return ends == null || !isGridSound
                    ? Optional.empty()
                    : Optional.of(GridRule.inSteps(field, ends.get(0), ends.get(1), grid));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }
}
