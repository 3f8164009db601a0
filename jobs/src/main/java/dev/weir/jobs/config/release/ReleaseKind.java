package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A kind of value that a query may release: the fields of its entry, and how they are read.
 *
 * @param shape the fields of the entry; the name of the first one selects the kind
 * @param suits whether an entry is of this kind and not of another kind with the same first field
 * @param reader reads an entry; if the entry is wrong, notes a problem and returns nothing
 */
record ReleaseKind(Shape shape, Predicate<Section> suits, Function<ReleaseEntry, Optional<Released>> reader) {

    /** Returns a kind whose first field belongs to no other kind. */
    static ReleaseKind of(Shape shape, Function<ReleaseEntry, Optional<Released>> reader) {
        return new ReleaseKind(shape, any -> true, reader);
    }

    /** Returns this kind for some entries only, because other kinds have the same first field. */
    ReleaseKind where(Predicate<Section> suitable) {
        return new ReleaseKind(shape, suitable, reader);
    }

    Field<?> word() {
        return shape.fields().get(0);
    }

    boolean isIn(Section entry) {
        return entry.has(word()) && suits.test(entry);
    }
}
