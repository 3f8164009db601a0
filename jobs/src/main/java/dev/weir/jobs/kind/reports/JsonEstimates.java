package dev.weir.jobs.kind.reports;

import dev.weir.jobs.output.JsonText;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.local.support.EstimateFormat;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.WindowResult;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes estimates as lines of {@code released.jsonl} and {@code withheld.jsonl}, in the form of all other kinds. */
final class JsonEstimates implements EstimateFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public byte[] line(WindowResult result) {
        Map<String, Object> window = new LinkedHashMap<>();
        window.put("start", result.start().toString());
        window.put("end", result.end().toString());
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("query", result.query());
        line.put("key", result.key());
        line.put("window", window);
        if (result instanceof Release release) {
            line.put("values", values(release));
        }
        line.put("release", result.id().toString());
        return JsonText.of(line).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> values(Release release) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Estimate value : release.values()) {
            values.put(value.name(), value.released());
        }
        return values;
    }
}
