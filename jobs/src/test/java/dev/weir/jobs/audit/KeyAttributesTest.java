package dev.weir.jobs.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which fields the records of audited worlds get, so that conditions see what they see in the pipeline. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyAttributesTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: d}
            source: {format: json, time: t, unit: u}
            lookups: {region: {from: land, file: regions.csv}}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - {name: q0, key: none, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q1, key: {fields: [region, device], declared: {region: [west], device: [web, "a,b"]}}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q2, key: {fields: [region, land], declared: [[west, de]]}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void each_attribute_becomes_a_field_of_the_record() throws Exception {
        Files.writeString(folder.resolve("regions.csv"), "land,region\nde,west\nfr,west\n");
        Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
        Pipeline pipeline = PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline();
        AuditedKeys keys = AuditedKeys.of(pipeline);
        assertThat(keys.texts().get(List.of("region", "device"))).containsExactly("west,web", "west,a%2Cb");
        assertThat(new KeyAttributes(pipeline.source(), List.of()).of("all")).isEmpty();
        assertThat(new KeyAttributes(pipeline.source(), List.of("region", "device")).of("west,a%2Cb"))
                .isEqualTo(Map.of("land", "de", "device", "a,b"));
        assertThat(new KeyAttributes(pipeline.source(), List.of("region", "land")).of("west,fr"))
                .isEqualTo(Map.of("land", "fr"));
        assertThat(keys.over(1, 2).plan().queries().get(1).query().keys().known())
                .containsExactly("0.0/west,web", "0.1/west,web", "0.0/west,a%2Cb", "0.1/west,a%2Cb");
    }
}
