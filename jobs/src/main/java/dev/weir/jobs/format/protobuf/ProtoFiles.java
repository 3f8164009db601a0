package dev.weir.jobs.format.protobuf;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.internal.parser.ProtoFileElement;
import com.squareup.wire.schema.internal.parser.ProtoParser;
import dev.weir.jobs.format.registry.BracketDepth;
import dev.weir.jobs.format.registry.SchemaText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a {@code .proto} file, with the texts of those that it imports: the parser of Wire reads texts, and the library of Protocol Buffers
 * links them. What neither the registry nor the library has may be imported: a field of a type from there is none that a pipeline can read.
 */
final class ProtoFiles {

    /** The files that come with the library. */
    private static final Map<String, FileDescriptor> OF_THE_LIBRARY = Stream.of(
                    AnyProto.getDescriptor(),
                    DescriptorProtos.getDescriptor(),
                    DurationProto.getDescriptor(),
                    EmptyProto.getDescriptor(),
                    FieldMaskProto.getDescriptor(),
                    StructProto.getDescriptor(),
                    TimestampProto.getDescriptor(),
                    WrappersProto.getDescriptor())
            .collect(Collectors.toMap(FileDescriptor::getFullName, file -> file));

    /** What bounds the time that a text takes: linking takes time by the square of what is linked. */
    static final String BOUNDS = "at most 64 KiB and 2000 types and fields with all imports, 64 brackets in each other";

    private static final int MOST_CHARACTERS = 64 << 10;
    private static final int MOST_PARTS = 2000;
    private static final int MOST_DEPTH = 64;

    private static final String MAIN = "main.proto";

    /** The library logs names of types and files that it does not find, which are what somebody has registered. Loggers are lost if nobody refers to them. */
    private static final Logger LINKER_LOG = Logger.getLogger(Descriptors.class.getName());

    static {
        LINKER_LOG.setLevel(Level.OFF);
    }

    private final Map<String, String> texts;
    private final Map<String, FileDescriptor> built = new HashMap<>(OF_THE_LIBRARY);

    /** The imported files that are being read, each imported by the one before it. */
    private final Set<String> open = new LinkedHashSet<>();

    private int parts;

    private ProtoFiles(Map<String, String> texts) {
        this.texts = texts;
    }

    /**
     * Returns the type of a message.
     *
     * @param schema the text of a file, as a registry tells it: it may be anything
     * @param message the full name of the type
     * @return no value if the text cannot be read, or does not have the type
     */
    static Optional<Descriptor> message(String schema, String message) {
        try {
            SchemaText text = SchemaText.of(schema);
            requireBounds(text);
            FileDescriptor file = new ProtoFiles(text.imports()).file(MAIN, text.main());
            return file.getMessageTypes().stream()
                    .flatMap(ProtoFiles::withNested)
                    .filter(type -> type.getFullName().equals(message))
                    .findFirst();
        } catch (RuntimeException | StackOverflowError | DescriptorValidationException e) {
            // parser and library have exceptions of many kinds, and their messages quote the text; the bounds leave
            // room on any usual stack
            return Optional.empty();
        }
    }

    private static void requireBounds(SchemaText text) {
        List<String> all = new ArrayList<>(text.imports().values());
        all.add(text.main());
        boolean isShort = all.stream().mapToInt(String::length).sum() <= MOST_CHARACTERS;
        if (!isShort || all.stream().anyMatch(each -> BracketDepth.isDeeper(each, MOST_DEPTH))) {
            throw new IllegalArgumentException("a schema must have " + BOUNDS);
        }
    }

    private static int parts(DescriptorProto type) {
        return 1
                + type.getFieldCount()
                + type.getEnumTypeCount()
                + type.getNestedTypeList().stream().mapToInt(ProtoFiles::parts).sum();
    }

    private static Stream<Descriptor> withNested(Descriptor type) {
        return Stream.concat(Stream.of(type), type.getNestedTypes().stream().flatMap(ProtoFiles::withNested));
    }

    private FileDescriptor file(String name, String text) throws DescriptorValidationException {
        ProtoFileElement parsed = ProtoParser.Companion.parse(Location.get(name), text);
        List<FileDescriptor> imports = new ArrayList<>();
        for (List<String> names : List.of(parsed.getImports(), parsed.getPublicImports())) {
            for (String each : names) {
                FileDescriptor imported = imported(each);
                if (imported != null) {
                    imports.add(imported);
                }
            }
        }
        FileDescriptorProto made = ProtoFileBuilder.build(name, parsed);
        parts += made.getEnumTypeCount()
                + made.getMessageTypeList().stream().mapToInt(ProtoFiles::parts).sum();
        if (parts > MOST_PARTS) {
            throw new IllegalArgumentException("a schema must have " + BOUNDS);
        }
        return FileDescriptor.buildFrom(made, imports.toArray(FileDescriptor[]::new), true);
    }

    private @Nullable FileDescriptor imported(String name) throws DescriptorValidationException {
        FileDescriptor known = built.get(name);
        String text = texts.get(name);
        if (known != null || text == null) {
            return known;
        }
        if (!open.add(name)) {
            throw new IllegalArgumentException("a file must not import itself");
        }
        FileDescriptor made = file(name, text);
        open.remove(name);
        built.put(name, made);
        return made;
    }
}
