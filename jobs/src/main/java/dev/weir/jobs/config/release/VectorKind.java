package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kind of release that is a sum of vectors. */
final class VectorKind {

    private static final Field<List<String>> VECTOR = EntryFields.word(
            "vector",
            ListType.of(Literals.TEXT),
            "sums the vectors that these fields hold, `[f1, f2]`, each shortened to `l2`, `l1` or `linf`");

    private static final Field<String> AS = EntryFields.AS.required(EntryFields.AS.when());

    private static final Field<BigDecimal> L2 =
            length("l2", "of a vector: its largest length, the root of the sum of squares; for Gaussian noise");

    private static final Field<BigDecimal> L1 =
            length("l1", "its largest length, the sum of the absolute coordinates; for a pure budget");

    private static final Field<BigDecimal> LINF = length("linf", "every coordinate is clamped to this size");

    static final List<ReleaseKind> ALL = List.of(ReleaseKind.of(
            Shape.of(VECTOR, AS, EntryFields.WEIGHT, EntryFields.GRID, L2, L1, LINF)
                    .withOneOf(L2, L1, LINF),
            VectorKind::vector));

    private VectorKind() {}

    private static Field<BigDecimal> length(String name, String sentence) {
        return Field.of(name, Literals.POSITIVE, sentence).neededIf("one of the three, for a vector");
    }

    private static Optional<Released> vector(ReleaseEntry entry) {
        List<String> fields = entry.section().read(VECTOR, List.of());
        String name = entry.givenName(AS);
        BigDecimal weight = entry.weight();
        List<LengthBound> bounds = Stream.of(
                        bound(entry.section(), L2, Length.L2),
                        bound(entry.section(), L1, Length.L1),
                        bound(entry.section(), LINF, Length.LINF))
                .flatMap(Optional::stream)
                .toList();
        if (bounds.size() != 1) {
            entry.section().problem(VECTOR, "exactly one of l2, l1 and linf must be given");
        }
        Optional<BigDecimal> grid = entry.section().find(EntryFields.GRID);
        return entry.released(fields, () -> {
            LengthBound bound = bounds.get(0);
            grid.ifPresent(bound::requireWhole);
            int dimension = fields.size();
            BigDecimal step = grid.orElseGet(() -> VectorSum.usualGrid(bound.most(), Math.max(1, dimension)));
            return new VectorSum(name, weight, step, dimension, bound);
        });
    }

    private static Optional<LengthBound> bound(Section section, Field<BigDecimal> field, Length length) {
        return section.find(field).map(most -> new LengthBound(length, most));
    }
}
