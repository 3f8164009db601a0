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
 * @param shape its fields, of which the first is the word that names the kind
 * @param suits tells it from other kinds of the same word
 * @param reader reads an entry; empty where it is wrong, which is noted
 */
record ReleaseKind(Shape shape, Predicate<Section> suits, Function<ReleaseEntry, Optional<Released>> reader) {

    /** A kind whose word no other has. */
    static ReleaseKind of(Shape shape, Function<ReleaseEntry, Optional<Released>> reader) {
        return new ReleaseKind(shape, any -> true, reader);
    }

    /** A kind that shares its word with others. */
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
