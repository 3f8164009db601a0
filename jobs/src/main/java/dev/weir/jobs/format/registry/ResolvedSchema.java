package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schema that a registry has told. State keeps it as: the version 2 of this form, the registry and the subject, the number, the time, the text.
 *
 * @param text the schema
 * @param readFrom from which time of writing on messages are read by it, epoch milliseconds: {@link SubjectView#readFrom}
 */
record ResolvedSchema(String text, long readFrom) {

    private static final Logger LOG = LoggerFactory.getLogger(ResolvedSchema.class);

    private static final int VERSION = 2;

    /** The order in which schemas that subtasks were told of one number count: the first one is kept. */
    private static final Comparator<ResolvedSchema> ORDER =
            Comparator.comparingLong(ResolvedSchema::readFrom).thenComparing(ResolvedSchema::text);

    byte[] bytes(RegistrySettings settings, long id) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(settings.url(), out);
            write(settings.subject(), out);
            out.writeLong(id);
            out.writeLong(readFrom);
            write(text, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads a schema into a map, if it is of the same registry and subject. What the map holds at the end depends on no order. */
    static void read(RegistrySettings settings, byte[] bytes, Map<Long, ResolvedSchema> into) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "version of a schema in state must be " + VERSION + ", was " + version);
            }
            String url = text(in);
            String subject = text(in);
            long id = in.readLong();
            long readFrom = in.readLong();
            if (url.equals(settings.url()) && subject.equals(settings.subject())) {
                into.merge(id, new ResolvedSchema(text(in), readFrom), (one, other) -> first(id, one, other));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ResolvedSchema first(long id, ResolvedSchema one, ResolvedSchema other) {
        if (!one.text.equals(other.text)) {
            LOG.warn("The schema registry has told two schemas for number {}: that which was told first is kept", id);
        }
        return ORDER.compare(one, other) <= 0 ? one : other;
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
