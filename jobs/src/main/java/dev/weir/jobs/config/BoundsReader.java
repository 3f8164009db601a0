package dev.weir.jobs.config;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;

/** Reads how much of a unit a query takes: in windows where they tumble, else in series of totals. */
final class BoundsReader {

    private static final long LARGEST = Bounds.UNBOUNDED - 1L;

    private BoundsReader() {}

    static Bounds bounds(Section section, Window window) {
        Bounds windows = new Bounds(
                bound(section, "keys-per-window"),
                bound(section, "records-per-cell"),
                bound(section, "cells-per-period"),
                bound(section, "windows-per-period"));
        Bounds.Series series = series(section);
        section.finish();
        if (window instanceof SeriesWindow) {
            refuse(
                    section,
                    "is for tumbling windows; use keys-per-period, records-per-key, participations or separation",
                    "keys-per-window",
                    "records-per-cell",
                    "cells-per-period",
                    "windows-per-period");
            return Bounds.of(series);
        }
        refuse(
                section,
                "is for running totals and sliding windows",
                "keys-per-period",
                "records-per-key",
                "participations",
                "separation");
        return windows;
    }

    private static Bounds.Series series(Section section) {
        return new Bounds.Series(
                bound(section, "keys-per-period"),
                bound(section, "records-per-key"),
                bound(section, "participations"),
                section.optional("separation", Literals.whole(1, LARGEST), 0L).intValue());
    }

    private static void refuse(Section section, String rule, String... fields) {
        for (String field : fields) {
            if (section.has(field)) {
                section.problem(field, rule);
            }
        }
    }

    private static int bound(Section section, String field) {
        return section.optional(field, Literals.whole(1, LARGEST), (long) Bounds.UNBOUNDED)
                .intValue();
    }
}
