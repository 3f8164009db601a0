package dev.weir.jobs.format.protobuf;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of a descriptor set, as {@code protoc --include_imports --descriptor_set_out} writes it. */
final class DescriptorSet {

    private final Map<String, Descriptor> messages = new LinkedHashMap<>();

    private DescriptorSet() {}

    /**
     * Reads a set.
     *
     * @throws IllegalArgumentException if it is none, with the rule that it breaks
     */
    static DescriptorSet of(byte[] bytes) {
        try {
            DescriptorSet set = new DescriptorSet();
            Map<String, FileDescriptor> built = new LinkedHashMap<>();
            for (FileDescriptorProto file : FileDescriptorSet.parseFrom(bytes).getFileList()) {
                FileDescriptor made = FileDescriptor.buildFrom(file, imports(file, built));
                built.put(file.getName(), made);
                made.getMessageTypes().forEach(set::add);
            }
            return set;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("must be a descriptor set of protoc (--descriptor_set_out)", e);
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException("must be a valid descriptor set of protoc: " + e.getMessage(), e);
        }
    }

    /** The imports of a file. A set has each file behind those that it imports. */
    private static FileDescriptor[] imports(FileDescriptorProto file, Map<String, FileDescriptor> before) {
        List<FileDescriptor> imports = new ArrayList<>();
        for (String name : file.getDependencyList()) {
            FileDescriptor imported = before.get(name);
            if (imported == null) {
                throw new IllegalArgumentException(
                        "must hold what " + file.getName() + " imports (protoc --include_imports), lacks " + name);
            }
            imports.add(imported);
        }
        return imports.toArray(FileDescriptor[]::new);
    }

    private void add(Descriptor type) {
        messages.put(type.getFullName(), type);
        type.getNestedTypes().forEach(this::add);
    }

    /** The type with a full name. */
    Optional<Descriptor> message(String name) {
        return Optional.ofNullable(messages.get(name));
    }

    /** The full names of all messages. */
    List<String> names() {
        return List.copyOf(messages.keySet());
    }
}
