package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.avro.NestedSteps.RecordStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Makes the steps over a schema. What no path leads to is skipped. */
final class StepBuilder {

    /** The steps over records of which nothing is read, by the full names of the records. */
    private final Map<String, RecordStep> skipped = new HashMap<>();

    /**
     * Returns the step over a value.
     *
     * @param schema the schema of the value
     * @param wanted the paths that begin at the value; null if none does
     */
    Step build(Schema schema, FieldNumbers.@Nullable Tree wanted) {
        if (wanted == null) {
            return skip(schema);
        }
        int field = wanted.number();
        return switch (schema.getType()) {
            case RECORD -> marked(record(schema, wanted, new RecordStep()), field);
            case MAP -> marked(map(schema, wanted), field);
            case ARRAY -> marked(skip(schema), field);
            case UNION ->
                NestedSteps.union(schema.getTypes().stream()
                        .map(branch -> build(branch, wanted))
                        .toList());
            default -> field == FieldNumbers.NONE ? skip(schema) : ScalarSteps.read(schema, field);
        };
    }

    private static Step marked(Step step, int field) {
        return field == FieldNumbers.NONE ? step : ScalarSteps.other(step, field);
    }

    private Step skip(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> skippedRecord(schema);
            case ARRAY -> NestedSteps.skippedBlocks(skip(schema.getElementType()));
            case MAP -> NestedSteps.skippedBlocks(NestedSteps.skippedEntry(skip(schema.getValueType())));
            case UNION ->
                NestedSteps.union(schema.getTypes().stream().map(this::skip).toList());
            default -> ScalarSteps.skip(schema);
        };
    }

    private Step skippedRecord(Schema schema) {
        RecordStep known = skipped.get(schema.getFullName());
        if (known != null) {
            return known.isEmpty() ? Step.NOTHING : known;
        }
        RecordStep made = new RecordStep();
        skipped.put(schema.getFullName(), made);
        return record(schema, null, made);
    }

    private Step record(Schema schema, FieldNumbers.@Nullable Tree wanted, RecordStep made) {
        List<Step> fields = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            fields.add(build(field.schema(), wanted == null ? null : wanted.child(field.name())));
        }
        made.set(fields);
        return made.isEmpty() ? Step.NOTHING : made;
    }

    private Step map(Schema schema, FieldNumbers.Tree wanted) {
        List<String> names = List.copyOf(wanted.names());
        List<Step> values = names.stream()
                .map(name -> build(schema.getValueType(), wanted.child(name)))
                .toList();
        byte[][] keys = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return NestedSteps.map(keys, values, skip(schema.getValueType()));
    }
}
