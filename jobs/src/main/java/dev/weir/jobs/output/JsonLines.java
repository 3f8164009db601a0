package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes JSON values one after the other and returns the bytes of each. It reuses one generator, because creating a
 * generator takes longer than writing a row. For use by one thread.
 */
final class JsonLines {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private JsonGenerator json = generator();

    private JsonGenerator generator() {
        try {
            return JsonText.generator(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be written", e);
        }
    }

    /**
     * Returns the bytes of the value that a body writes, in UTF-8.
     *
     * @param body writes one value
     */
    byte[] write(JsonText.Body body) {
        boolean whole = false;
        try {
            body.write(json);
            json.flush();
            whole = true;
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be written", e);
        } finally {
            bytes.reset();
            json = whole ? json : generator();
        }
    }
}
