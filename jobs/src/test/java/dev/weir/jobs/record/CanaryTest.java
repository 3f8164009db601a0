package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DecodedRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a word planted in units, keys and values of broken records appears in no message. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CanaryTest {

    private static final String CANARY = "canary7f3a";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"meta\":{\"time\":\"canary7f3a\"},\"unit\":\"canary7f3a\"",
                "{\"unit\":canary7f3a}",
                "{\"canary7f3a\":1,\"canary7f3a\":2}",
                "{\"meta\":{\"time\":1},\"unit\":\"u\",\"page\":{\"key\":\"canary7f3a\"},\"value\":\"canary7f3a\"}",
                "2015-09-12T00:00:00Z,canary7f3a,canary7f3a,canary7f3a",
                "canary7f3a,canary7f3a,en,canary7f3a,canary7f3a"
            })
    void nothing_is_said_of_what_a_broken_record_holds(String record) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(stream);
            System.setErr(stream);
            for (Pipeline pipeline : List.of(SamplePipelines.csv(), SamplePipelines.json())) {
                DecodedRecord decoded = new DecodedRecord(pipeline.plan());
                RecordReader reader = new RecordReader(pipeline);
                reader.read(record.getBytes(StandardCharsets.UTF_8), decoded);
                stream.println(List.<Object>of(decoded, reader, String.valueOf(decoded.rejection())));
            }
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isNotEmpty().doesNotContain(CANARY);
    }
}
