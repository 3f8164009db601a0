package dev.weir.jobs.released.schema;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.format.registry.SchemaRegistration;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.Schema;

/** The schemas of a pipeline's rows, in the registry of its sink. */
public final class RegisteredRows {

    private RegisteredRows() {}

    /**
     * Registers the schemas of a pipeline's rows, if its sink has a registry.
     *
     * @param pipeline the pipeline
     * @param told receives a line for each schema: its subject and its number
     * @return the pipeline with the numbers of the schemas
     * @throws dev.weir.jobs.failure.CommandFailure if the registry does not answer, or does not take a schema
     */
    public static Pipeline register(Pipeline pipeline, Consumer<String> told) throws InterruptedException {
        Sink sink = pipeline.sink();
        RowRegistry registry = sink.registry();
        if (registry == null) {
            return pipeline;
        }
        Map<String, Integer> ids = new TreeMap<>();
        for (FlatTable table : FlatTables.of(pipeline).values()) {
            Schema schema = AvroSchemas.of(table);
            String topic = table.name().equals(FlatTables.WITHHELD) ? sink.withheld() : sink.released();
            RegistrySettings subject = registry.subject(topic, schema.getFullName());
            int id = SchemaRegistration.register(subject, schema.toString());
            told.accept("schema " + id + " of subject " + subject.subject());
            ids.put(table.name(), id);
        }
        return pipeline.withTopics(pipeline.source().kafka(), sink.with(registry.with(ids)));
    }
}
