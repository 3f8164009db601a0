package dev.weir.jobs.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** The schemas of the entries of {@code release}: one closed map for each kind. */
final class ReleaseShapes {

    private ReleaseShapes() {}

    /** An entry of any kind. */
    static ObjectNode any() {
        Shape sum =
                named("sum").may("grid", Types.positive()).may("clamp", clamp()).may("per-unit-clamp", Types.range());
        ObjectNode sumNode = processed(sum).node();
        sumNode.putArray("anyOf").addObject().putArray("required").add("clamp");
        sumNode.withArray("anyOf").addObject().putArray("required").add("per-unit-clamp");
        return Types.anyOf(Stream.concat(
                        Stream.of(
                                processed(own("count")).node(),
                                processed(own("distinct-units")).node(),
                                sumNode),
                        blocks())
                .toArray(ObjectNode[]::new));
    }

    private static Stream<ObjectNode> blocks() {
        return Stream.of(
                named("mean")
                        .must("clamp", clamp())
                        .may("grid", Types.positive())
                        .node(),
                clamped("variance").node(),
                clamped("ratio")
                        .must("to", Types.text())
                        .must("to-clamp", Types.range())
                        .may("to-grid", Types.positive())
                        .node(),
                named("histogram")
                        .must("edges", Types.list(Types.decimal()))
                        .may("grid", Types.positive())
                        .node(),
                named("histogram").must("values", Types.list(Types.text())).node(),
                tree("quantiles").must("at", Types.list(Types.positive())).node(),
                tree("median").node(),
                tree("max").node(),
                tree("min").node(),
                vector(),
                products("second-moments").may("label", number()).node(),
                products("regression").must("label", number()).node(),
                top(),
                choose());
    }

    /** The schema of a kind whose name is that of the value. */
    private static Shape own(String kind) {
        return new Shape().must(kind, Types.name()).may("weight", Types.positive());
    }

    /** The schema of a kind whose name is a field, and that of the value unless {@code as} names it. */
    private static Shape named(String kind) {
        return new Shape().must(kind, Types.text()).may("as", Types.name()).may("weight", Types.positive());
    }

    private static Shape processed(Shape entry) {
        return entry.may(Types.truth(), "monotone", "non-negative");
    }

    private static Shape clamped(String kind) {
        return named(kind).must("clamp", Types.range()).may("grid", Types.positive());
    }

    /** The schema of a clamp, which is given or learnt. */
    private static ObjectNode clamp() {
        ObjectNode auto = new Shape()
                .must("start", Types.positive())
                .may("share", Types.positive())
                .may("signed", Types.truth())
                .node();
        return Types.anyOf(Types.range(), new Shape().must("auto", auto).node());
    }

    private static Shape tree(String kind) {
        return named(kind)
                .must("range", Types.range())
                .may(Types.positive(), "grid", "relative")
                .may("method", Types.choice(List.of("tree", "select")));
    }

    private static ObjectNode top() {
        return named("top")
                .must("among", Types.list(Types.text()))
                .must("k", Types.whole(1))
                .may("method", Types.choice(List.of("counts", "select")))
                .may("votes", Types.choice(List.of("every-record", "one-per-candidate")))
                .node();
    }

    private static ObjectNode choose() {
        return named("choose")
                .must("from", Types.list(Types.text()))
                .may("limit-per-option", Types.whole(1))
                .node();
    }

    private static Shape products(String kind) {
        ObjectNode text = new Shape()
                .must("field", Types.text())
                .must("is", Types.text())
                .may("as", Types.text())
                .node();
        return own(kind)
                .must("features", Types.list(Types.anyOf(Types.choice(List.of("constant")), number(), text)))
                .may("radius", Types.positive());
    }

    private static ObjectNode number() {
        return new Shape()
                .must("field", Types.text())
                .must("range", Types.range())
                .may("as", Types.text())
                .node();
    }

    private static ObjectNode vector() {
        return new Shape()
                .must("vector", Types.list(Types.text()))
                .must("as", Types.name())
                .may(Types.positive(), "weight", "grid", "l2", "l1", "linf")
                .oneOf("l2", "l1", "linf")
                .node();
    }
}
