package dev.weir.jobs;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.replay.Replay;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * What has come of a replay, for scripts that run inside the trusted base: where every record ended is exact.
 *
 * @param warnings what looks like a mistake, one line each
 */
record ReplayJson(Pipeline pipeline, Replay.Result result, List<String> warnings) {

    /** One JSON object on one line. */
    String write() {
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
            warnings(json);
            json.writeEndObject();
        });
    }

    private void warnings(JsonGenerator json) throws IOException {
        json.writeFieldName("warnings");
        JsonText.value(json, warnings);
    }

    private static String instant(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
