package dev.weir.jobs.config;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.function.Function;

/** Reads the window of a query, and how much of a unit it takes in one. */
final class WindowReader {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(366);

    private WindowReader() {}

    static Window window(Section section) {
        section.later("sliding", "running");
        boolean later = section.has("sliding") || section.has("running");
        if (later) {
            section.has("every");
        }
        Function<Item, Duration> size = Literals.duration(SHORTEST, LONGEST);
        Duration tumbling = section.requiredIf("tumbling", !later, size, SHORTEST);
        section.finish();
        return TumblingWindow.of(tumbling);
    }

    static Bounds bounds(Section section) {
        Bounds bounds = new Bounds(
                bound(section, "keys-per-window"),
                bound(section, "records-per-cell"),
                bound(section, "cells-per-period"),
                bound(section, "windows-per-period"));
        section.later("keys-per-period", "records-per-key", "participations", "separation");
        section.finish();
        return bounds;
    }

    private static int bound(Section section, String field) {
        return section.optional(field, Literals.whole(1, Bounds.UNBOUNDED - 1L), (long) Bounds.UNBOUNDED)
                .intValue();
    }
}
