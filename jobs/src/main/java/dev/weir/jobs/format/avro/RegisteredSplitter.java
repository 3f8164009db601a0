package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
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
 * does not know, or does not tell in time, is {@code UNKNOWN_SCHEMA}.
 */
final class RegisteredSplitter implements Splitter {

    private static final Logger LOG = LoggerFactory.getLogger(RegisteredSplitter.class);
    private static final RegistryHeader NO_HEADER = new RegistryHeader(null);
    private static final Reader MISFIT = (bytes, from, fields) -> Rejection.SCHEMA;

    private final RegistrySettings registry;
    private final FieldKinds kinds;
    private final FieldNumbers numbers;
    private final SchemaBook book;
    /** The readers of schemas that are known, {@link #MISFIT} for those that do not fit. */
    private final Map<Long, Reader> readers = new HashMap<>();

    private long lastId = -1;
    private Reader last = MISFIT;

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
        if (id != lastId) {
            Reader found = reader(id);
            if (found == null) {
                return Rejection.UNKNOWN_SCHEMA;
            }
            lastId = id;
            last = found;
        }
        return last.read(bytes, registry.headerSize(), fields);
    }

    private @Nullable Reader reader(long id) {
        Reader known = readers.get(id);
        if (known != null) {
            return known;
        }
        try {
            String schema = book.schema(id);
            if (schema == null) {
                return null;
            }
            Reader made = made(id, schema);
            readers.put(id, made);
            return made;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelTaskException("cancelled while the schema registry was waited for");
        }
    }

    private Reader made(long id, String text) {
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
