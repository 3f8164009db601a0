package dev.weir.jobs.format.avro;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Follows the dotted path of a field through a schema: into all branches of unions, and into the values of maps for any key. */
final class FieldPath {

    private FieldPath() {}

    /**
     * Visits all schemas along a path, from the outermost on.
     *
     * @param from the schema in which the path begins
     * @param field the dotted path
     * @param visitor receives each schema, and the names of the path that are left there; none where the path ends
     */
    static void follow(Schema from, String field, BiConsumer<Schema, List<String>> visitor) {
        follow(from, List.of(field.split("\\.", -1)), visitor);
    }

    private static void follow(Schema from, List<String> path, BiConsumer<Schema, List<String>> visitor) {
        visitor.accept(from, path);
        if (from.getType() == Schema.Type.UNION) {
            from.getTypes().forEach(branch -> follow(branch, path, visitor));
        } else if (!path.isEmpty()) {
            Schema next = next(from, path.get(0));
            if (next != null) {
                follow(next, path.subList(1, path.size()), visitor);
            }
        }
    }

    private static @Nullable Schema next(Schema from, String name) {
        if (from.getType() == Schema.Type.MAP) {
            return from.getValueType();
        }
        Schema.Field field = from.getType() == Schema.Type.RECORD ? from.getField(name) : null;
        return field == null ? null : field.schema();
    }
}
