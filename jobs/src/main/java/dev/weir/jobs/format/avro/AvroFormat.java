package dev.weir.jobs.format.avro;

import dev.weir.accountant.journal.chain.ChainHash;
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
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.time.text.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * Avro's binary encoding, one record a message, all of one schema. A field is named by its dotted path.
 *
 * @param schema the schema of the records, in JSON
 * @param messageHeader the header of messages
 */
public record AvroFormat(String schema, RegistryHeader messageHeader) implements RegisteredFormat.Own {

    /** The format among all formats. */
    public static final FormatKind KIND = new FormatKind(
            "avro",
            "a record in Avro's binary encoding a message",
            List.of(SchemaFile.FILE, SchemaFile.ID, RegistrySection.REGISTRY),
            AvroFormat::read);

    /** Stands for a schema that could not be read, in which no field is looked for. */
    private static final RecordFormat UNREAD = new JsonFormat();

    private static final int PLACE = 7;
    private static final int PLACE_LENGTH = 16;

    private static RecordFormat read(Section source, Path file, boolean isRun) {
        RegistryHeader header = new RegistryHeader(source.find(SchemaFile.ID).orElse(null));
        Optional<RegistrySettings> registry = RegistrySection.read(source, file, RegistrySettings.AVRO, isRun);
        if (registry.isPresent() && header.id() != null) {
            source.problem(SchemaFile.ID, RegistrySection.EXCLUDES_ID);
        }
        Optional<byte[]> content = SchemaFile.read(source, file);
        if (content.isEmpty()) {
            return UNREAD;
        }
        String text = new String(content.get(), StandardCharsets.UTF_8);
        try {
            boolean isRecord = parsed(text).getType() == Schema.Type.RECORD;
            if (!isRecord) {
                source.problem(SchemaFile.FILE, "must be the schema of a record");
            }
            return isRecord ? of(new AvroFormat(text, header), registry) : UNREAD;
        } catch (AvroRuntimeException e) {
            source.problem(SchemaFile.FILE, "must be a schema of Avro in JSON: " + firstLine(e));
            return UNREAD;
        }
    }

    private static RecordFormat of(AvroFormat own, Optional<RegistrySettings> registry) {
        return registry.<RecordFormat>map(settings -> new RegisteredFormat(own, settings))
                .orElse(own);
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static Schema parsed(String text) {
        return new Schema.Parser().parse(text);
    }

    private Schema parsed() {
        return parsed(schema);
    }

    @Override
    public String word() {
        return KIND.word();
    }

    @Override
    public List<String> problems(Stream<String> fields) {
        SchemaFields known = new SchemaFields(parsed());
        return fields.flatMap(field -> known.problem(field).stream()).toList();
    }

    @Override
    public Optional<String> timeProblem(String field, TimeFormat times) {
        return new SchemaFields(parsed()).timeProblem(field, times);
    }

    /**
     * A digest of the layout of all that comes before the field, and of the field. Another schema under which a field has this place finds
     * the same bytes as the field, so that fields may be added behind it.
     */
    @Override
    public Optional<String> place(String field) {
        String place = placeIn(parsed(), field);
        return place.isEmpty() ? Optional.empty() : Optional.of("schema " + place);
    }

    /** A field that no record has, such as one of the message, has an empty place. */
    private String placeIn(Schema known, String field) {
        return new SchemaFields(known).types(field).isEmpty() ? "" : messageHeader.place(digest(known, field));
    }

    private static String digest(Schema schema, String field) {
        byte[] layout =
                SchemaShape.upTo(schema, List.of(field.split("\\.", -1))).getBytes(StandardCharsets.UTF_8);
        return ChainHash.digest(layout).toString().substring(0, PLACE_LENGTH);
    }

    @Override
    public void identify(TaggedFields fingerprint, Stream<String> fields) {
        Schema known = parsed();
        fields.forEach(field -> fingerprint.put(PLACE, placeIn(known, field)));
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return new AvroSplitter(parsed(), messageHeader, numbers.tree());
    }

    @Override
    public RecordCutter cutter(InputStream in, int largest) throws IOException {
        return ContainerFile.open(in, parsed(), messageHeader, largest);
    }

    @Override
    public MessageSchemas schemas() {
        return new AvroMessageSchemas(new FieldKinds(parsed()), PLACE);
    }

    /** Made-up records are JSON, in which fields have the same names. */
    @Override
    public JsonFormat text() {
        return new JsonFormat();
    }

    @Override
    public String malformed() {
        return "no record of the schema in source.schema-file: check it, and source.schema-id, which says that messages begin with the"
                + " header of a schema registry";
    }
}
