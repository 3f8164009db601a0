package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Compact JSON in a stable order of fields; numbers read the same whichever Java writes them. */
final class JsonText {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private JsonText() {}

    /** What {@code body} writes. */
    static String write(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return text.toString();
    }

    /** Writes one value. */
    @FunctionalInterface
    interface Body {

        /** Writes to {@code json}. */
        void write(JsonGenerator json) throws IOException;
    }
}
