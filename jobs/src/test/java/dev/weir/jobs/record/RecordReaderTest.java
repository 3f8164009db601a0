package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.DecodedRecordView;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.encoding.UnitForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordReaderTest {

    private static final long TIME = 1_442_018_818_771L;
    private static final String ISO = "2015-09-12T00:46:58.771Z";

    private static DecodedRecord csv(String line) {
        return SamplePipelines.read(SamplePipelines.csv(), line.getBytes(StandardCharsets.UTF_8));
    }

    private static String some(Condition condition, String robot) {
        String line = ISO + ",u1,en,1," + robot;
        return DecodedRecordView.of(
                SamplePipelines.read(SamplePipelines.csv(condition), line.getBytes(StandardCharsets.UTF_8)), 1);
    }

    @Test
    void what_is_too_long_is_refused_before_it_is_read() {
        DecodedRecord decoded = csv(ISO + ",u1,en,1," + "x".repeat(200));
        assertThat(DecodedRecordView.of(decoded, 0)).isEqualTo("TOO_LARGE");
        assertThat(decoded.time()).isEqualTo(PartitionClock.NO_TIME);
    }

    @Test
    void units_are_those_of_the_form_that_the_plan_names() {
        assertThat(unit(UnitForm.EXACT, "007")).isEqualTo("007");
        assertThat(unit(UnitForm.NUMBER, "007")).isEqualTo("7");
        assertThat(unit(UnitForm.LOWER_CASE, "Ann")).isEqualTo("ann");
        DecodedRecord decoded = in(UnitForm.NUMBER, "Ann");
        assertThat(DecodedRecordView.of(decoded, 0)).isEqualTo("NOT_A_NUMBER");
        assertThat(decoded.time()).isEqualTo(TIME);
    }

    private static String unit(UnitForm form, String id) {
        return new String(in(form, id).unit(), StandardCharsets.UTF_8);
    }

    private static DecodedRecord in(UnitForm form, String id) {
        return SamplePipelines.read(
                SamplePipelines.withUnitForm(form), (ISO + "," + id + ",en,1,0").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_time_of_a_refused_record_is_told_if_it_can_be_read() {
        assertThat(csv(ISO + ",,en,1,0").time()).isEqualTo(TIME);
        assertThat(csv(ISO + ",u1,en,x,0").time()).isEqualTo(TIME);
        assertThat(csv(ISO + ",u1,en-is-too-long,1,0").time()).isEqualTo(TIME);
        assertThat(csv(ISO + ",u1,en,1").time()).isEqualTo(PartitionClock.NO_TIME);
    }

    @ParameterizedTest
    @CsvSource({
        "0, LESS, 1, true",
        "0.50, EQUAL, 0.5, true",
        "1e2, AT_LEAST, 100, true",
        "1e400, GREATER, 5, true",
        "-1e400, GREATER, 5, false",
        "1e-400, GREATER, 0, true",
        "abc, NOT_EQUAL, 0, false",
        "'', NOT_EQUAL, 0, false"
    })
    void numbers_compare_as_decimals(String field, Relation relation, String literal, boolean passes) {
        String result = some(SamplePipelines.number("robot", relation, literal), field);
        assertThat(result).isEqualTo(passes ? "u1 0 [1]" : "u1 filtered");
    }

    @ParameterizedTest
    @CsvSource({
        "abc, EQUAL, abc, true",
        "abd, GREATER, abc, true",
        "\uffee, LESS, \ud83d\ude00, true",
        "0, EQUAL, 0, true",
        "0.0, EQUAL, 0, false",
        "'', NOT_EQUAL, x, false"
    })
    void text_compares_by_code_point(String field, Relation relation, String literal, boolean passes) {
        String result = some(SamplePipelines.text("robot", relation, literal), field);
        assertThat(result).isEqualTo(passes ? "u1 0 [1]" : "u1 filtered");
    }

    @Test
    void a_reader_that_travelled_reads_the_same() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new RecordReader(SamplePipelines.csv()));
        }
        DecodedRecord decoded = new DecodedRecord(SamplePipelines.csv().plan());
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            ((RecordReader) in.readObject()).read((ISO + ",u1,de,2,0").getBytes(StandardCharsets.UTF_8), decoded);
        }
        assertThat(DecodedRecordView.of(decoded, 0)).isEqualTo("u1 1 [1, 20]");
    }
}
