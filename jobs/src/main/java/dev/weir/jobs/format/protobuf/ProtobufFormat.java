package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.FormatKind;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.RecordFormat;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.binary.SchemaFile;
import dev.weir.jobs.format.registry.MessageSchemas;
import dev.weir.jobs.format.registry.RegisteredFormat;
import dev.weir.jobs.format.registry.RegistrySection;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.time.text.TimeFormat;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Protocol Buffers, one message a record, all of one type. A field is named by its dotted path.
 *
 * @param descriptors the descriptor set with the type, in Base64
 * @param message the full name of the type
 * @param messageHeader the header of messages
 */
public record ProtobufFormat(String descriptors, String message, RegistryHeader messageHeader)
        implements RegisteredFormat.Own {

    private static final Field<String> MESSAGE = Field.of(
                    "message",
                    Literals.TEXT,
                    "of protobuf, the full name of the type of all messages, such as `town.Ride`")
            .neededIf("protobuf");

    /** The format among all formats. */
    public static final FormatKind KIND = new FormatKind(
            "protobuf",
            "a message of Protocol Buffers",
            List.of(SchemaFile.FILE, SchemaFile.ID, MESSAGE, RegistrySection.REGISTRY),
            ProtobufFormat::read);

    /** Stands for a descriptor set that could not be read, in which no field is looked for. */
    private static final RecordFormat UNREAD = new JsonFormat();

    private static final int PLACE = 8;
    private static final byte[] NO_INDEXES = {};

    private static RecordFormat read(Section source, Path file, boolean isRun) {
        RegistryHeader header = new RegistryHeader(source.find(SchemaFile.ID).orElse(null));
        Optional<RegistrySettings> registry = RegistrySection.read(source, file, RegistrySettings.PROTOBUF, isRun);
        if (registry.isPresent() && header.id() != null) {
            source.problem(SchemaFile.ID, RegistrySection.EXCLUDES_ID);
        }
        Optional<byte[]> content = SchemaFile.read(source, file);
        String message = source.read(MESSAGE, true, "");
        if (content.isEmpty() || message.isEmpty()) {
            return UNREAD;
        }
        try {
            DescriptorSet set = DescriptorSet.of(content.get());
            if (set.message(message).isPresent()) {
                ProtobufFormat own =
                        new ProtobufFormat(Base64.getEncoder().encodeToString(content.get()), message, header);
                return registry.<RecordFormat>map(settings -> new RegisteredFormat(own, settings))
                        .orElse(own);
            }
            String near = Nearest.of(message, set.names());
            source.problem(
                    MESSAGE,
                    "must be a message of the descriptor set, was " + message
                            + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        } catch (IllegalArgumentException e) {
            source.problem(SchemaFile.FILE, String.valueOf(e.getMessage()));
        }
        return UNREAD;
    }

    private Descriptor type() {
        return DescriptorSet.of(Base64.getDecoder().decode(descriptors))
                .message(message)
                .orElseThrow();
    }

    @Override
    public String word() {
        return KIND.word();
    }

    @Override
    public List<String> problems(Stream<String> fields) {
        MessagePaths paths = new MessagePaths(type());
        return fields.flatMap(field -> paths.problem(field).stream()).toList();
    }

    @Override
    public Optional<String> timeProblem(String field, TimeFormat times) {
        return new MessagePaths(type()).timeProblem(field, times);
    }

    /** The numbers by which messages name the field. Another field could get its name, and would get another number. */
    @Override
    public Optional<String> place(String field) {
        String place = new MessagePaths(type()).place(field);
        return place.isEmpty() ? Optional.empty() : Optional.of("field " + messageHeader.place(place));
    }

    @Override
    public void identify(TaggedFields fingerprint, Stream<String> fields) {
        MessagePaths paths = new MessagePaths(type());
        fields.forEach(field -> fingerprint.put(PLACE, messageHeader.place(paths.place(field))));
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return new ProtobufSplitter(type(), messageHeader, numbers.tree());
    }

    @Override
    public RecordCutter cutter(InputStream in, int largest) {
        byte[] indexes = messageHeader.id() == null ? NO_INDEXES : MessageIndexes.bytes(MessageIndexes.of(type()));
        return new DelimitedFile(in, messageHeader, indexes, largest);
    }

    @Override
    public MessageSchemas schemas() {
        return new ProtobufMessageSchemas(type(), PLACE);
    }

    /** Made-up records are JSON, in which fields have the same names. */
    @Override
    public JsonFormat text() {
        return new JsonFormat();
    }

    @Override
    public String malformed() {
        return "no message of source.message by the descriptor set in source.schema-file: check both, and source.schema-id, which says that"
                + " messages begin with the header of a schema registry";
    }
}
