package dev.weir.jobs.format;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A node of the tree of dotted paths that a pipeline reads, whose names are compared with those of a record as bytes. */
final class JsonPath {

    private final int number;
    private final byte[][] names;
    private final int[] marks;
    private final JsonPath[] children;

    JsonPath(FieldNumbers.Tree tree) {
        number = tree.number();
        names = tree.names().stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        marks = new int[names.length];
        children = new JsonPath[names.length];
        int i = 0;
        for (String name : tree.names()) {
            marks[i] = JsonNames.mark(names[i], 0, names[i].length);
            FieldNumbers.Tree child = tree.child(name);
            children[i++] = new JsonPath(child == null ? tree : child);
        }
    }

    /** The number of the field whose path ends here; {@link FieldNumbers#NONE} if no path does. */
    int number() {
        return number;
    }

    /** The node that follows by the string that was read last; null if no path goes on with it. */
    @Nullable JsonPath child(JsonTokens name) {
        int mark = JsonNames.mark(name.source(), name.from(), name.to());
        for (int i = 0; i < names.length; i++) {
            if (marks[i] == mark && JsonNames.isEqual(name, names[i], 0, names[i].length)) {
                return children[i];
            }
        }
        return null;
    }
}
