package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.registry.LearntSchema;
import dev.weir.jobs.format.registry.RegistrySettings;
import dev.weir.jobs.format.registry.SchemaBook;
import dev.weir.operators.admit.Learning;
import dev.weir.operators.counters.Rejection;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds fields in messages of Avro that name their schemas in a header. A schema must give each field that is read the kind of values that the
 * pipeline's own schema gives it: otherwise its messages are {@code SCHEMA}, and a warning names the field once. A number that the registry
 * does not know, or did not tell in time for when the message was written, is {@code UNKNOWN_SCHEMA}.
 */
final class RegisteredSplitter implements Splitter {

    private static final Logger LOG = LoggerFactory.getLogger(RegisteredSplitter.class);
    private static final RegistryHeader NO_HEADER = new RegistryHeader(null);
    private static final Reader MISFIT = (bytes, from, fields) -> Rejection.SCHEMA;

    private final RegistrySettings registry;
    private final FieldKinds kinds;
    private final FieldNumbers numbers;
    private final SchemaBook book;
    private final Map<Long, Known> all = new HashMap<>();
    private long lastId = -1;
    private @Nullable Known last;

    /**
     * A schema that is known.
     *
     * @param schema the schema
     * @param reader its reader, {@link #MISFIT} if it does not fit
     */
    private record Known(LearntSchema schema, Reader reader) {}

    /** Finds the fields of a record that has some schema, behind the header. */
    @FunctionalInterface
    private interface Reader {

        @Nullable Rejection read(byte[] bytes, int from, Fields fields);
    }

    /**
     * @param schema the pipeline's own schema
     * @param registry the registry
     * @param numbers the fields that are read
     * @param book knows the schemas of messages
     */
    RegisteredSplitter(Schema schema, RegistrySettings registry, FieldNumbers numbers, SchemaBook book) {
        this.registry = registry;
        this.kinds = new FieldKinds(schema);
        this.numbers = numbers;
        this.book = book;
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        if (bytes.length < registry.headerSize() || bytes[0] != 0) {
            return Rejection.MALFORMED;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        long id = registry.idBytes() == Long.BYTES ? header.getLong(1) : header.getInt(1);
        if (id < 0) {
            return Rejection.UNKNOWN_SCHEMA;
        }
        Known known = id == lastId ? last : known(id);
        if (known == null) {
            return Rejection.UNKNOWN_SCHEMA;
        }
        lastId = id;
        last = known;
        if (!book.isFor(known.schema())) {
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
            LearntSchema schema = book.schema(id);
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

    private Reader reader(long id, String text) {
        Optional<Schema> messages = kinds.parsed(text);
        String misfit = kinds.misfit(messages, numbers.names()).orElse("");
        if (misfit.isEmpty()) {
            return new AvroSplitter(messages.orElseThrow(), NO_HEADER, numbers.tree())::splitFrom;
        }
        LOG.warn("Messages of schema {} are dead letters SCHEMA, because it {}", id, misfit);
        return MISFIT;
    }

    @Override
    public Learning learning() {
        return book;
    }
}
