package dev.weir.jobs.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.testing.published.RowReader;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads the label of a line about a question. The account is left out: in an audit it is one for all worlds.
 *
 * @param first the label that the canary votes for
 * @param second the label that it votes for instead
 */
record LabelRowReader(String first, String second) implements RowReader {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void read(byte[] line, Numbers numbers) {
        try {
            JsonNode label = JSON.readTree(line).path("label");
            boolean isFirst = label.asText().equals(first);
            boolean isSecond = label.asText().equals(second);
            numbers.take("label", isFirst ? 1 : isSecond ? -1 : 0);
            numbers.take("answered", label.isTextual() ? 1 : 0);
        } catch (IOException e) {
            throw new UncheckedIOException("a published line must be JSON", e);
        }
    }
}
