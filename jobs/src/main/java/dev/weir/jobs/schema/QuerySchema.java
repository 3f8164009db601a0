package dev.weir.jobs.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The schema of an entry of {@code queries}. */
final class QuerySchema {

    private QuerySchema() {}

    static ObjectNode any() {
        return new Shape()
                .must("name", Types.name())
                .may("version", Types.whole(1))
                .may("where", Types.text())
                .must("key", key())
                .must("window", window())
                .may("bounds", bounds())
                .must("release", Types.list(ReleaseShapes.any()))
                .must("spend", spend())
                .may("key-account", keyAccount())
                .node();
    }

    private static ObjectNode key() {
        return new Shape()
                .must("field", Types.text())
                .may("declared", Types.list(Types.text()))
                .may("declared-file", Types.text())
                .oneOf("declared", "declared-file")
                .node();
    }

    private static ObjectNode window() {
        ObjectNode running = new Shape()
                .must("every", Types.duration())
                .must("horizon", Types.anyOf(Types.whole(1), Types.choice(List.of("unbounded"))))
                .may("reset", Types.duration())
                .node();
        return Types.anyOf(
                new Shape().must("tumbling", Types.duration()).node(),
                new Shape()
                        .must("sliding", Types.duration())
                        .must("every", Types.duration())
                        .node(),
                new Shape().must("running", running).node());
    }

    private static ObjectNode bounds() {
        return new Shape()
                .may(
                        Types.whole(1),
                        "keys-per-window",
                        "records-per-cell",
                        "cells-per-period",
                        "windows-per-period",
                        "keys-per-period",
                        "records-per-key",
                        "participations",
                        "separation")
                .node();
    }

    private static ObjectNode spend() {
        return new Shape()
                .may("share", Types.positive().put("maximum", 1))
                .must("contributions", Types.whole(1))
                .node();
    }

    private static ObjectNode keyAccount() {
        return new Shape()
                .must("budget", budget())
                .must("per", Types.choice(List.of("hour", "day")))
                .node();
    }

    /** A budget of a unit, a domain or a key: epsilon or rho, with or without delta. */
    static ObjectNode budget() {
        return new Shape()
                .may(Types.positive(), "epsilon", "rho")
                .may("delta", Types.positive().put("exclusiveMaximum", 1))
                .oneOf("epsilon", "rho")
                .node();
    }
}
