package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.counters.Rejection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds fields in messages that name their schemas in a header. A schema must give each field that is read the kind of values that the
 * pipeline's own schema gives it: otherwise its messages are {@code SCHEMA}, and a warning names the field once. A number that the registry
 * does not know, or did not tell in time for when the message was written, is {@code UNKNOWN_SCHEMA}.
 */
final class RegisteredSplitter implements Splitter {

    private static final Logger LOG = LoggerFactory.getLogger(RegisteredSplitter.class);

    private final RegistrySettings registry;
    private final MessageSchemas kinds;
    private final FieldNumbers numbers;
    private final SubjectSchemas schemas;
    private final Map<Long, Known> all = new HashMap<>();
    private long lastId = -1;
    private @Nullable Known last;

    /**
     * A schema that is known.
     *
     * @param schema the schema
     * @param reader its reader
     */
    private record Known(ResolvedSchema schema, MessageSchemas.Reader reader) {}

    /**
     * @param kinds how messages of a schema are read
     * @param registry the registry
     * @param numbers the fields that are read
     * @param schemas knows the schemas of messages
     */
    RegisteredSplitter(MessageSchemas kinds, RegistrySettings registry, FieldNumbers numbers, SubjectSchemas schemas) {
        this.registry = registry;
        this.kinds = kinds;
        this.numbers = numbers;
        this.schemas = schemas;
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        if (!RegistryHeader.isThere(bytes, registry.idBytes())) {
            return Rejection.MALFORMED;
        }
        long id = RegistryHeader.id(bytes, registry.idBytes());
        if (id < 0) {
            return Rejection.UNKNOWN_SCHEMA;
        }
        Known known = id == lastId ? last : known(id);
        if (known == null) {
            return Rejection.UNKNOWN_SCHEMA;
        }
        lastId = id;
        last = known;
        if (!schemas.isFor(known.schema())) {
            return Rejection.UNKNOWN_SCHEMA;
        }
        return known.reader().read(bytes, registry.headerSize(), fields);
    }

    private @Nullable Known known(long id) {
        Known known = all.get(id);
        if (known != null) {
            return known;
        }
        try {
            ResolvedSchema schema = schemas.schema(id);
            if (schema == null) {
                return null;
            }
            Known made = new Known(schema, reader(id, schema.text()));
            all.put(id, made);
            return made;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelTaskException("cancelled while the schema registry was waited for");
        }
    }

    private MessageSchemas.Reader reader(long id, String text) {
        MessageSchemas.Verdict verdict = kinds.verdict(text, numbers);
        verdict.misfit()
                .ifPresent(why -> LOG.warn("Messages of schema {} are dead letters SCHEMA, because it {}", id, why));
        return verdict.reader();
    }

    @Override
    public ResolvedSchemas schemas() {
        return schemas;
    }
}
