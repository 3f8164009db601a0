package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.protobuf.MessageStep.Absent;
import dev.weir.jobs.format.protobuf.MessageStep.Part;
import dev.weir.jobs.format.protobuf.MessageStep.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the step over a message: its parts are the fields that paths lead to, and the others of their {@code oneof}s. */
final class MessageStepBuilder {

    private final List<Part> parts = new ArrayList<>();
    private final List<Absent> absent = new ArrayList<>();
    private final Map<OneofDescriptor, Integer> groups = new HashMap<>();
    private int names;

    private MessageStepBuilder() {}

    /**
     * Returns the step over a message.
     *
     * @param type the type of the message
     * @param wanted the paths that begin in the message
     */
    static MessageStep build(Descriptor type, FieldNumbers.Tree wanted) {
        MessageStepBuilder builder = new MessageStepBuilder();
        for (FieldDescriptor field : type.getFields()) {
            FieldNumbers.Tree node = wanted.child(field.getName());
            if (node != null) {
                builder.add(field, node);
            }
        }
        for (FieldDescriptor field : type.getFields()) {
            Integer group = builder.groups.get(field.getRealContainingOneof());
            if (group != null && wanted.child(field.getName()) == null) {
                builder.exclude(field, group);
            }
        }
        return new MessageStep(builder.parts, builder.absent, builder.names);
    }

    private void add(FieldDescriptor field, FieldNumbers.Tree node) {
        if (field.isMapField()) {
            addMap(field, node);
            return;
        }
        if (field.isRepeated()) {
            addList(field, node.number());
            return;
        }
        int name = name(field.getRealContainingOneof());
        add(field, Values.once(name, value(field, node)));
        if (node.number() != FieldNumbers.NONE) {
            absent.add(new Absent(name, ProtoScalars.absent(field, node.number())));
        }
    }

    private int name(@Nullable OneofDescriptor group) {
        if (group == null) {
            return names++;
        }
        return groups.computeIfAbsent(group, first -> names++);
    }

    private void add(FieldDescriptor field, Values values) {
        parts.add(new Part(field.getNumber(), WireReader.wire(field), values));
    }

    private void exclude(FieldDescriptor field, int name) {
        for (int wire : WireReader.wiresOfOther(field)) {
            int tag = WireReader.tag(field.getNumber(), wire);
            Values skipped = Values.once(name, message -> WireReader.skip(message.in(), tag));
            parts.add(new Part(field.getNumber(), wire, skipped));
        }
    }

    /** A list is not scalar. Its elements may be packed, or have a tag each. */
    private void addList(FieldDescriptor field, int number) {
        if (number != FieldNumbers.NONE) {
            for (int wire : WireReader.wiresOfList(field)) {
                int tag = WireReader.tag(field.getNumber(), wire);
                parts.add(new Part(field.getNumber(), wire, (message, seen) -> {
                    message.fields().other(number);
                    WireReader.skip(message.in(), tag);
                }));
            }
        }
    }

    private void addMap(FieldDescriptor field, FieldNumbers.Tree node) {
        Descriptor entry = field.getMessageType();
        List<MessageStep> entries = new ArrayList<>();
        List<String> keys = List.copyOf(node.names());
        for (String key : keys) {
            MessageStepBuilder value = new MessageStepBuilder();
            FieldNumbers.Tree below = node.child(key);
            if (below != null) {
                value.add(entry.findFieldByNumber(2), below);
            }
            entries.add(new MessageStep(value.parts, value.absent, value.names));
        }
        byte[][] texts =
                keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        add(field, MessageStep.map(texts, entries, names));
        names += texts.length;
    }

    private static ValueStep value(FieldDescriptor field, FieldNumbers.Tree node) {
        int number = node.number();
        if (number != FieldNumbers.NONE && ProtoScalars.isTimestamp(field)) {
            return ProtoScalars.time(number);
        }
        if (number != FieldNumbers.NONE && ProtoScalars.isWrapper(field)) {
            return wrapped(field.getMessageType().findFieldByNumber(1), number);
        }
        if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            return message(field, node);
        }
        return ProtoScalars.isScalar(field) && number != FieldNumbers.NONE
                ? ProtoScalars.read(field, number)
                : other(message -> WireReader.skip(message.in(), WireReader.tag(field)), number);
    }

    private static ValueStep wrapped(FieldDescriptor value, int number) {
        Part part = new Part(1, WireReader.wire(value), Values.once(0, ProtoScalars.read(value, number)));
        return new MessageStep(List.of(part), List.of(new Absent(0, ProtoScalars.absent(value, number))), 1);
    }

    /** A group, the older form of a message in a message, is skipped. */
    private static ValueStep message(FieldDescriptor field, FieldNumbers.Tree node) {
        boolean isGroup = field.getType() == FieldDescriptor.Type.GROUP;
        ValueStep inner = isGroup
                ? message -> WireReader.skip(message.in(), WireReader.tag(field))
                : build(field.getMessageType(), node);
        return other(inner, node.number());
    }

    private static ValueStep other(ValueStep step, int number) {
        return number == FieldNumbers.NONE
                ? step
                : message -> {
                    message.fields().other(number);
                    step.take(message);
                };
    }
}
