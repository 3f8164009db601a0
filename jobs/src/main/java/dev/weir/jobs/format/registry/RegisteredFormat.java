package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.RecordFormat;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.time.text.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Messages that name their schemas by the numbers of a registry. Recordings hold no numbers, and are read by the pipeline's own schema.
 *
 * @param own the format with the pipeline's own schema
 * @param registry the registry
 */
public record RegisteredFormat(Own own, RegistrySettings registry) implements RecordFormat {

    /** A format whose messages may name their schemas. */
    public interface Own extends RecordFormat {

        /** How messages of other schemas than the own one are read. */
        MessageSchemas schemas();

        @Override
        JsonFormat text();
    }

    @Override
    public String word() {
        return own.word();
    }

    @Override
    public List<String> problems(Stream<String> fields) {
        return own.problems(fields);
    }

    @Override
    public Optional<String> timeProblem(String field, TimeFormat times) {
        return own.timeProblem(field, times);
    }

    /** What the field's values are by the own schema, which all schemas of messages must agree with. */
    @Override
    public Optional<String> place(String field) {
        String place = own.schemas().place(field);
        return place.isEmpty() ? Optional.empty() : Optional.of(place);
    }

    @Override
    public void identify(TaggedFields fingerprint, Stream<String> fields) {
        MessageSchemas schemas = own.schemas();
        fields.forEach(field -> fingerprint.put(schemas.tag(), schemas.place(field)));
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return registry.isAsked()
                ? new RegisteredSplitter(own.schemas(), registry, numbers, new SubjectSchemas(registry))
                : own.splitter(numbers);
    }

    @Override
    public RecordCutter cutter(InputStream in, int largest) throws IOException {
        return own.cutter(in, largest);
    }

    @Override
    public List<String> check(Collection<String> fields) throws InterruptedException {
        MessageSchemas schemas = own.schemas();
        return RegistryCheck.check(registry, text -> schemas.verdict(text, new FieldNumbers(fields))
                .misfit());
    }

    @Override
    public Duration patience() {
        return registry.isAsked() ? SubjectView.PATIENCE : Duration.ZERO;
    }

    @Override
    public List<String> trusted() {
        return List.of("the schema registry and who writes to it: it says which bytes of a record are which field");
    }

    @Override
    public JsonFormat text() {
        return own.text();
    }

    @Override
    public String malformed() {
        return own.malformed();
    }
}
