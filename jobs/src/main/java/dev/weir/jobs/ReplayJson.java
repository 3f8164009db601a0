package dev.weir.jobs;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.spending.SpendingReceipt;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay as JSON, for scripts inside the trusted base. It contains the exact numbers of records by
 * outcome.
 *
 * @param spent the receipt of what the replay has spent; null for a private replay, which spends nothing
 */
record ReplayJson(
        Pipeline pipeline, Replay.Result result, @Nullable SpendingReceipt spent) {

    /**
     * Returns the result as one JSON object on one line.
     *
     * @param mistakes the warnings about probable mistakes, one line each; the receipt has the warnings about spending
     */
    String write(List<String> mistakes) {
        return JsonText.write(json -> {
            json.writeStartObject();
            json.writeStringField("pipeline", pipeline.name());
            json.writeNumberField("records", result.slots().count());
            json.writeStringField("first", instant(result.slots().first()));
            json.writeStringField("last", instant(result.slots().last()));
            json.writeNumberField("released", result.released());
            json.writeBooleanField("private", true);
            json.writeFieldName("counters");
            json.writeRawValue(CounterFile.text(pipeline.plan(), result.counters()));
            spending(json);
            json.writeFieldName("warnings");
            JsonText.value(json, warnings(mistakes));
            json.writeEndObject();
        });
    }

    private void spending(JsonGenerator json) throws IOException {
        if (spent != null) {
            json.writeFieldName("spending");
            JsonText.value(json, spent.fields());
        }
    }

    private List<String> warnings(List<String> mistakes) {
        List<String> warnings = new ArrayList<>(spent == null ? List.of() : spent.warnings());
        warnings.addAll(mistakes);
        return warnings;
    }

    private static String instant(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
