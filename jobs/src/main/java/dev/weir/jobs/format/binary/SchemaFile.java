package dev.weir.jobs.format.binary;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file beside a pipeline file that says how records are encoded, and the fields of {@code source} that name it. */
public final class SchemaFile {

    /** The field that names the file. */
    public static final Field<String> FILE = Field.of(
                    "schema-file",
                    Literals.TEXT,
                    "of avro the schema (`.avsc`), of protobuf a descriptor set (`protoc --include_imports --descriptor_set_out`): a file beside the"
                            + " pipeline file, read when the pipeline is built. Records of another schema are misread or `MALFORMED`: see"
                            + " [formats](source-formats.md)")
            .neededIf("avro, protobuf");

    /** The field with the number of the schema in a registry. */
    public static final Field<Integer> ID = Field.of(
            "schema-id",
            Literals.whole(0, Integer.MAX_VALUE).map(Long::intValue),
            "of avro and protobuf, the number that a schema registry has given to the schema: messages then begin with its header, a zero"
                    + " byte and this number in four bytes, and those with another number are `MALFORMED`. Left out: messages have no"
                    + " header");

    private static final long LARGEST = 4 << 20;

    private SchemaFile() {}

    /**
     * Reads the file that a section names. Mistakes are noted as problems of the section.
     *
     * @param source the section {@code source}
     * @param pipeline the pipeline file; the path is relative to its folder
     * @return the content of the file; no value if it is missing or not usable
     */
    public static Optional<byte[]> read(Section source, Path pipeline) {
        String name = source.read(FILE, true, "");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path file = pipeline.resolveSibling(name);
            if (Files.size(file) <= LARGEST) {
                return Optional.of(Files.readAllBytes(file));
            }
            source.problem(FILE, "must have at most 4 MiB, was " + name);
        } catch (IOException e) {
            source.problem(FILE, "must exist and be readable, was " + name);
        }
        return Optional.empty();
    }
}
