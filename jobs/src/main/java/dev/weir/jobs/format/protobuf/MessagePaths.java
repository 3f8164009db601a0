package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.time.text.TimeFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the fields of a pipeline in the type of a message, and says what cannot be read.
 *
 * @param type the type of the message
 */
record MessagePaths(Descriptor type) {

    /** Returns what is wrong with a field, as a rule for the descriptor set; no value if it can be read. */
    Optional<String> problem(String path) {
        List<FieldDescriptor> steps = steps(path);
        if (steps.isEmpty()) {
            String near = Nearest.of(path, names());
            return Optional.of("must have the field " + path + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        FieldDescriptor last = steps.get(steps.size() - 1);
        return ProtoScalars.isScalar(last)
                ? Optional.empty()
                : Optional.of("must have a number, text, time, enum or truth value as " + path + ", has "
                        + (last.isRepeated() ? "repeated " : "")
                        + last.getType().name().toLowerCase(Locale.ROOT)
                        + ": name a field inside a message or map; repeated fields and bytes are not read");
    }

    /**
     * Returns what is wrong with how times are said to be written; no value if the field may have such times.
     *
     * @param path the field of event times
     * @param times how they are said to be written
     */
    Optional<String> timeProblem(String path, TimeFormat times) {
        List<FieldDescriptor> steps = steps(path);
        boolean isIso = times.form().isEmpty() || times.form().equals("iso");
        return !steps.isEmpty() && ProtoScalars.isTimestamp(steps.get(steps.size() - 1)) && !isIso
                ? Optional.of(
                        "must be iso, or be left out, for google.protobuf.Timestamp, which is how a record has " + path)
                : Optional.empty();
    }

    /**
     * Returns how a field is found in the bytes of a message: the numbers of the fields of its path, which of them are maps, what the last one's
     * bytes mean, and whether it has a value where it is absent; an empty text if the message has no such field. Names and all other fields are in no byte.
     */
    String place(String path) {
        List<FieldDescriptor> steps = steps(path);
        if (steps.isEmpty()) {
            return "";
        }
        FieldDescriptor last = steps.get(steps.size() - 1);
        return numbers(steps) + " as " + encoding(last) + (last.hasPresence() ? "" : " or default");
    }

    /**
     * Returns what a field is in messages of any schema: the numbers on its path, which of them are maps, and the kind of its values. Two types are of one
     * kind if the same value has the same text by both: all whole numbers, and enums with other symbols. Whether an absent field has a value is said
     * by the schema of each message, which knows what its writer meant. Returns an empty text if the message has no such field.
     */
    String kind(String path) {
        List<FieldDescriptor> steps = steps(path);
        return steps.isEmpty() ? "" : numbers(steps) + " as " + kind(steps.get(steps.size() - 1));
    }

    private static String kind(FieldDescriptor field) {
        String kind =
                switch (field.getJavaType()) {
                    case INT, LONG -> "whole number";
                    case ENUM -> "enum";
                    case MESSAGE ->
                        ProtoScalars.isTimestamp(field) || ProtoScalars.isWrapper(field)
                                ? field.getMessageType().getFullName()
                                : "message";
                    default -> field.getType().name().toLowerCase(Locale.ROOT);
                };
        return field.isRepeated() ? "repeated " + kind : kind;
    }

    /** Whether a field on a path has a type that is nowhere told, so that it is not known what its bytes are. */
    boolean isOfUnknownType(String path) {
        return Stream.concat(Stream.of(path), FieldNumbers.outer(path))
                .map(this::steps)
                .anyMatch(steps -> !steps.isEmpty() && WireReader.isUnknown(steps.get(steps.size() - 1)));
    }

    /** Whether a message may say nothing of a field: it knows whether it is there, or is in a map. */
    boolean mayBeMissing(String path) {
        List<FieldDescriptor> steps = steps(path);
        return !steps.isEmpty()
                && (steps.get(steps.size() - 1).hasPresence() || steps.stream().anyMatch(FieldDescriptor::isMapField));
    }

    private static String numbers(List<FieldDescriptor> steps) {
        return steps.stream()
                .map(step -> step.getNumber() + (step.isMapField() ? "{}" : ""))
                .collect(Collectors.joining("."));
    }

    /** How values are encoded. Types with one encoding of all values that both have are one word. */
    private static String encoding(FieldDescriptor field) {
        return switch (field.getType()) {
            case INT32, INT64 -> "int";
            case UINT32, UINT64 -> "uint";
            case SINT32, SINT64 -> "sint";
            case ENUM ->
                field.getEnumType().getValues().stream()
                        .sorted(Comparator.comparingInt(EnumValueDescriptor::getNumber))
                        .map(value -> value.getNumber() + "=" + value.getName())
                        .collect(Collectors.joining(" ", "enum ", ""));
            case MESSAGE, GROUP -> field.getMessageType().getFullName();
            default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
    }

    /** The fields of a path, the value of a map's entry for a key; empty if the path leads to nothing. */
    private List<FieldDescriptor> steps(String path) {
        List<FieldDescriptor> steps = new ArrayList<>();
        Descriptor at = type;
        FieldDescriptor map = null;
        for (String name : path.split("\\.", -1)) {
            FieldDescriptor next = map != null
                    ? map.getMessageType().findFieldByNumber(2)
                    : at == null ? null : at.findFieldByName(name);
            if (next == null) {
                return List.of();
            }
            steps.add(next);
            map = next.isMapField() && hasTextKeys(next) ? next : null;
            boolean isOne = next.getType() == FieldDescriptor.Type.MESSAGE && !next.isRepeated();
            at = isOne ? next.getMessageType() : null;
        }
        return steps;
    }

    private static boolean hasTextKeys(FieldDescriptor map) {
        return map.getMessageType().findFieldByNumber(1).getType() == FieldDescriptor.Type.STRING;
    }

    private List<String> names() {
        return type.getFields().stream()
                .flatMap(field -> Stream.concat(Stream.of(field.getName()), inner(field)))
                .toList();
    }

    private static Stream<String> inner(FieldDescriptor field) {
        boolean isOne = field.getType() == FieldDescriptor.Type.MESSAGE && !field.isRepeated();
        return isOne
                ? field.getMessageType().getFields().stream().map(each -> field.getName() + "." + each.getName())
                : Stream.empty();
    }
}
