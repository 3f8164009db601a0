package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.where.Relation;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.DecodedRecordView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Tests 200 000 seeded mutations of valid records, a hundred thousand for each format: none throws, and each gives the same
 * result twice.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordReaderFuzzTest {

    private static final int MUTATIONS = 10_000;
    private static final byte[] SPICE =
            "\"\\,{}[]:.eE+-0919TZtz \n\r\u00fc\ud83d\ude00nulltrue\0".getBytes(StandardCharsets.UTF_8);
    private static final List<String> LINES = List.of(
            "2015-09-12T00:46:58.771Z,u1,en,36,0",
            "1442018818771,\"u\"\"1\",\"a,\"\"b\",-1.25e3,x",
            "-000044-03-15T12:00:00+01:00,\u00fc,\u00fc,99999999999999999999.5,");
    private static final List<String> OBJECTS = List.of(
            "{\"meta\":{\"time\":\"2015-09-12T00:46:58.771Z\"},\"unit\":\"u1\",\"page\":{\"key\":\"en\"},\"value\":36}",
            "{\"meta\":{\"time\":1442018818771},\"unit\":\"\\ud83d\\ude00\",\"page\":{\"key\":\"\u00fc\"},\"value\":\"1e-7\"}");

    @RepeatedTest(10)
    void no_csv_line_throws(RepetitionInfo run) {
        mutate(SamplePipelines.csv(SamplePipelines.number("robot", Relation.LESS, "1")), LINES, run);
    }

    @RepeatedTest(10)
    void no_json_object_throws(RepetitionInfo run) {
        mutate(SamplePipelines.json(SamplePipelines.text("unit", Relation.LESS, "u")), OBJECTS, run);
    }

    private static void mutate(Pipeline pipeline, List<String> seeds, RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        RecordReader used = new RecordReader(pipeline);
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        DecodedRecord again = new DecodedRecord(pipeline.plan());
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = mutated(seeds.get(random.nextInt(seeds.size())).getBytes(StandardCharsets.UTF_8), random);
            decoded.clear();
            again.clear();
            used.read(bytes, decoded);
            used.read(bytes, again);
            assertThat(DecodedRecordView.of(again, 0)).isEqualTo(DecodedRecordView.of(decoded, 0));
            assertThat(again.time()).isEqualTo(decoded.time());
        }
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        byte[] result = bytes;
        for (int edits = random.nextInt(4); edits >= 0; edits--) {
            int at = random.nextInt(result.length + 1);
            int cut = random.nextInt(4) == 0 ? Math.min(result.length - at, random.nextInt(8)) : 0;
            byte[] next = new byte[result.length - cut + 1];
            System.arraycopy(result, 0, next, 0, at);
            next[at] = random.nextInt(4) == 0 ? (byte) random.nextInt(256) : SPICE[random.nextInt(SPICE.length)];
            System.arraycopy(result, at + cut, next, at + 1, result.length - at - cut);
            result = next;
        }
        return result;
    }

    @Test
    void digits_without_end_are_read_in_bounded_time() {
        byte[] digits = ("0." + "9".repeat(5_000_000)).getBytes(StandardCharsets.US_ASCII);
        assertThat(Decimals.parse(digits, 0, digits.length)).isNotNull().isLessThan(java.math.BigDecimal.ONE);
        assertThat(Decimals.parse(digits, 2, digits.length)).isEqualTo(Decimals.BEYOND);
    }
}
