package dev.weir.jobs.format.registry;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The form in which state keeps a schema: a version, the registry and the subject, the number, the schema. */
final class LearntSchema {

    private static final int VERSION = 1;

    private LearntSchema() {}

    static byte[] bytes(RegistrySettings settings, long id, String schema) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(settings.url(), out);
            write(settings.subject(), out);
            out.writeLong(id);
            write(schema, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads a schema into a map, if it is of the same registry and subject. */
    static void read(RegistrySettings settings, byte[] bytes, Map<Long, String> into) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "version of a schema in state must be " + VERSION + ", was " + version);
            }
            String url = text(in);
            String subject = text(in);
            long id = in.readLong();
            if (url.equals(settings.url()) && subject.equals(settings.subject())) {
                into.put(id, text(in));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
