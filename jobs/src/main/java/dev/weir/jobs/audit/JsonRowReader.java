package dev.weir.jobs.audit;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.weir.testing.published.Leaves;
import dev.weir.testing.published.RowReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Reads every number of a line of {@code released.jsonl} or {@code withheld.jsonl}. */
final class JsonRowReader implements RowReader {

    private final ObjectReader json = new ObjectMapper().readerFor(new TypeReference<Map<String, Object>>() {});

    @Override
    public void read(byte[] line, Numbers numbers) {
        try {
            Map<String, Object> row = json.readValue(line);
            for (String part : new String[] {"step", "values"}) {
                if (row.containsKey(part)) {
                    Leaves.tell(part.equals("values") ? "" : part, row.get(part), numbers);
                }
            }
            if (row.containsKey("announced")) {
                numbers.take("announced", 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a published line must be JSON", e);
        }
    }
}
