package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.Window;
import java.util.List;

/** Reads how much of a unit a query takes: by those bounds that its windows take. */
final class BoundsReader {

    private static final long LARGEST = Bounds.UNBOUNDED - 1L;

    private static final List<String> ALL = List.of(
            "keys-per-window",
            "records-per-cell",
            "cells-per-period",
            "windows-per-period",
            "keys-per-period",
            "records-per-key",
            "participations",
            "separation");

    private final Section section;
    private final Window.Caps caps;

    private BoundsReader(Section section, Window.Caps caps) {
        this.section = section;
        this.caps = caps;
    }

    static Bounds bounds(Section section, Window window) {
        BoundsReader reader = new BoundsReader(section, window.caps());
        Bounds bounds = reader.read();
        section.finish();
        ALL.stream()
                .filter(field -> section.has(field) && !window.caps().names().contains(field))
                .forEach(field -> section.problem(field, window.caps().others()));
        return bounds;
    }

    private Bounds read() {
        return new Bounds(
                bound("keys-per-window"),
                bound("records-per-cell"),
                bound("cells-per-period"),
                bound("windows-per-period"),
                new Bounds.Series(
                        bound("keys-per-period"),
                        bound("records-per-key"),
                        bound("participations"),
                        bound("separation", 0)));
    }

    private int bound(String field) {
        return bound(field, Bounds.UNBOUNDED);
    }

    /** A number that the windows do not take is read, so that it is known, and left out. */
    private int bound(String field, int absent) {
        int read = section.optional(field, Literals.whole(1, LARGEST), (long) absent)
                .intValue();
        return caps.names().contains(field) ? read : absent;
    }
}
