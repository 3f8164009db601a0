package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the public bounds of values, and the grid in whose steps the bounds are expressed. */
final class GriddedBounds {

    private final Section section;
    private final BigDecimal grid;
    private final boolean isGridSound;
    private final Map<Field<?>, List<BigDecimal>> bounds = new LinkedHashMap<>();

    /**
     * Reads bounds and grid. Notes a problem for wrong bounds, and for a missing grid if the default grid is too
     * coarse.
     *
     * @param gridField the field with the grid
     * @param fields the fields with the bounds, some or all of which may be missing
     */
    GriddedBounds(Section section, Field<BigDecimal> gridField, List<Field<List<BigDecimal>>> fields) {
        this.section = section;
        int before = section.problemsSoFar();
        for (Field<List<BigDecimal>> field : fields) {
            int soFar = section.problemsSoFar();
            section.find(field).filter(ends -> section.isSound(soFar)).ifPresent(ends -> bounds.put(field, ends));
        }
        grid = section.read(gridField, GridRule.USUAL);
        if (!section.has(gridField)) {
            bounds.forEach((field, ends) -> requireChoice(section, gridField, field, ends));
        }
        isGridSound = section.isSound(before);
    }

    /**
     * Notes that a grid must be given, if the default grid is too coarse for the bounds.
     *
     * @param field the field of the bounds
     * @param ends both bounds, or the upper one alone
     */
    static void requireChoice(Section section, Field<?> gridField, Field<?> field, List<BigDecimal> ends) {
        BigDecimal high = ends.get(ends.size() - 1);
        GridRule.choiceFor(ends.size() == 1 ? BigDecimal.ZERO : ends.get(0), high)
                .ifPresent(finer -> section.problem(
                        gridField,
                        "must be given where " + field.name() + " " + (ends.size() == 1 ? high : ends)
                                + " is fewer than "
                                + GridRule.FEWEST_STEPS + " steps of 1: write " + gridField.name() + ": "
                                + finer.toPlainString() + orWhole(gridField, ends)));
    }

    private static String orWhole(Field<?> gridField, List<BigDecimal> ends) {
        boolean areWhole =
                ends.stream().allMatch(end -> end.stripTrailingZeros().scale() <= 0);
        return areWhole ? ", or " + gridField.name() + ": 1 if all values are whole numbers" : "";
    }

    /** The value of one grid step. */
    BigDecimal grid() {
        return grid;
    }

    /**
     * The bounds of a field in grid steps; empty if these bounds are missing, or if the grid or any bounds are wrong. Bounds
     * that are not whole grid steps are noted as a problem.
     */
    Optional<Sum.Range> steps(Field<?> field) {
        List<BigDecimal> ends = bounds.get(field);
        try {
            return ends == null || !isGridSound
                    ? Optional.empty()
                    : Optional.of(GridRule.inSteps(field.name(), ends.get(0), ends.get(1), grid));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }
}
