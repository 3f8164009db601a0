package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.admit.DecodedRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which key a record has, and when it is rejected for want of one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysOfRecordsTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: d}
            source: {format: json, time: t, unit: u}
            lookups:
              region: {from: land, file: regions.csv}
              side: {from: land, file: regions.csv, others: far}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - {name: q0, key: {fields: [land, device], declared: [[de, web], [fr, app]]}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q1, key: {fields: [region, device], declared: [[west, web]], others: rest}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q2, key: {field: region, declared: [west]}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q3, where: "region != 'west'", key: none, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: q4, where: "side == 'far'", key: none, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline pipeline() throws Exception {
        Files.writeString(folder.resolve("regions.csv"), "land,region\nde,west\nfr,west\njp,east\n");
        Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
        Pipeline pipeline = PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline();
        Files.delete(folder.resolve("regions.csv"));
        return InstantiationUtil.clone(pipeline);
    }

    /** The outcomes by query: the key's text, WHERE or UNDECLARED; or the code of a rejection. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "land":"de","device":"web"                  | de,web west,web west - -
            "land":"fr","device":"web"                  | ? west,web west - -
            "land":"jp","device":"web"                  | ? rest,rest ? all -
            "land":"xx","device":"web"                  | ? rest,rest ? - all
            "land":"xx","device":"web","region":"west"  | ? rest,rest ? - all
            "land":"rest","device":"rest"               | ? rest,rest ? - all
            "land":"de,web","device":"web"              | ? rest,rest ? - all
            "land":"de","device":"fax"                  | ? rest,rest west - -
            "land":"de"                                 | NO_KEY
            "device":"web"                              | NO_KEY
            "device":"web","region":"west"              | NO_KEY
            "land":"","device":"web"                    | NO_KEY
            "land":["de"],"device":"web"                | SCHEMA
            """)
    void a_record_has_one_key_for_each_query_or_is_rejected_whole(String fields, String expected) throws Exception {
        Pipeline pipeline = pipeline();
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        RecordReader reader = new RecordReader(pipeline);
        String line = "{\"t\":\"2026-03-02T12:00:00Z\",\"u\":\"ann\"," + fields + "}";
        reader.read(line.getBytes(StandardCharsets.UTF_8), null, decoded);
        StringBuilder seen = new StringBuilder(String.valueOf(decoded.rejection()));
        if (decoded.rejection() == null) {
            seen.setLength(0);
            for (int query = 0; query < 5; query++) {
                String key = reader.key(query);
                boolean isKnown = key != null
                        && pipeline.plan()
                                .queries()
                                .get(query)
                                .query()
                                .keys()
                                .known()
                                .contains(key);
                seen.append(query == 0 ? "" : " ").append(key == null ? "-" : isKnown ? key : "?");
            }
        }
        assertThat(seen).hasToString(expected);
    }

    @Test
    void the_same_reader_forgets_what_the_record_before_was_looked_up_to() throws Exception {
        Pipeline pipeline = pipeline();
        RecordReader reader = new RecordReader(pipeline);
        for (String land : List.of("de", "xx", "jp", "xx")) {
            DecodedRecord decoded = new DecodedRecord(pipeline.plan());
            String line = "{\"t\":1,\"u\":\"ann\",\"device\":\"web\",\"land\":\"" + land + "\"}";
            reader.read(line.getBytes(StandardCharsets.UTF_8), null, decoded);
            assertThat(reader.key(2)).isEqualTo(land.equals("de") ? "west" : land.equals("jp") ? "east" : "");
        }
    }
}
