package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.DecodedRecordView;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests lines of CSV with the first query of the sample pipeline. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CsvRecordTest {

    private static final String ISO = "2015-09-12T00:46:58.771Z";

    private static DecodedRecord csv(String line) {
        return SamplePipelines.read(SamplePipelines.csv(), line.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            T,u1,en,36,0                | u1 0 [1, 360]
            T,u1,de,-0.25,              | u1 1 [1, -3]
            T,u1,fr,1,0                 | u1 undeclared
            T,"u1","en","1","0"         | u1 0 [1, 10]
            T,"u""1",en,1,0             | u"1 0 [1, 10]
            T,u1,"a,""b",1,0            | u1 3 [1, 10]
            T,u1,ü,1,0                  | u1 2 [1, 10]
            T,u1,en,1e2,0               | u1 0 [1, 1000]
            T,u1,en,1e15,0              | u1 0 [1, 10000]
            T,u1,en,1e-999999999,0      | u1 0 [1, 0]
            T,u1,en,0e999999999,0       | u1 0 [1, 0]
            T,u1,en,9223372036854775807,0 | u1 0 [1, 10000]
            T,u1,en,9223372036854775808,0 | OUT_OF_RANGE
            T,u1,en,-9223372036854775808,0 | OUT_OF_RANGE
            T,u1,en,1e999999999,0       | OUT_OF_RANGE
            8640000000000001,u1,en,1,0  | OUT_OF_RANGE
            99999999999999999999999,u1,en,1,0 | OUT_OF_RANGE
            T,u1,en,NaN,0               | NOT_A_NUMBER
            T,u1,en,Infinity,0          | NOT_A_NUMBER
            T,u1,en,0x1F,0              | NOT_A_NUMBER
            T,u1,en, 1,0                | NOT_A_NUMBER
            T,u1,en,1_000,0             | NOT_A_NUMBER
            T,u1,en,1e,0                | NOT_A_NUMBER
            T,u1,en,1.2.3,0             | NOT_A_NUMBER
            T,u1,en,٣,0                 | NOT_A_NUMBER
            T,u1,en,,0                  | NOT_A_NUMBER
            8640000000000001,u1,en,x,0  | NOT_A_NUMBER
            T,u1,,1,0                   | NO_KEY
            T,u1,"",x,0                 | NO_KEY
            T,,en,1,0                   | NO_UNIT
            T,,,x,0                     | NO_UNIT
            ,,,,                        | NO_TIME
            2015-09-12T00:46:58.771,u1,en,1,0 | NO_TIME
            2015-09-12,u1,en,1,0        | NO_TIME
            yesterday,u1,en,1,0         | NO_TIME
            1442018818.771,u1,en,1,0    | NO_TIME
            T,u1,en,1                   | MALFORMED
            T,u1,en,1,0,0               | MALFORMED
            T,u"1,en,1,0                | MALFORMED
            T,"u1"x,en,1,0              | MALFORMED
            T,"u1,en,1,0                | MALFORMED
            T,u1,en,1,"0                | MALFORMED
            T,u1,en,1,0""               | MALFORMED
            T,u12345678901,en,1,0       | TOO_LARGE
            T,u1,en3456789,1,0          | TOO_LARGE
            x,u1,en3456789,x,0          | TOO_LARGE
            """)
    void a_csv_line_gives_a_record_or_one_code(String line, String expected) {
        DecodedRecord decoded = csv(line.strip().replace("T,", ISO + ",").replace("2015-09-12" + ISO, "2015-09-12T"));
        assertThat(DecodedRecordView.of(decoded, 0)).isEqualTo(expected.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"c328", "c080", "eda080", "f4908080", "ff", "c3", "e282", "80"})
    void bytes_that_are_not_utf8_are_malformed(String hex) {
        byte[] wrong = HexFormat.of().parseHex(hex);
        byte[] line = (ISO + ",u1,en,1,????").getBytes(StandardCharsets.UTF_8);
        System.arraycopy(wrong, 0, line, line.length - wrong.length, wrong.length);
        assertThat(DecodedRecordView.of(SamplePipelines.read(SamplePipelines.csv(), line), 0))
                .isEqualTo("MALFORMED");
    }

    @Test
    void a_line_end_belongs_to_the_end_alone() {
        assertThat(DecodedRecordView.of(csv(ISO + ",u1,en,1,0\r\n"), 0)).isEqualTo("u1 0 [1, 10]");
        assertThat(DecodedRecordView.of(csv(ISO + ",u1,en,1,0\n"), 0)).isEqualTo("u1 0 [1, 10]");
        assertThat(DecodedRecordView.of(csv(ISO + ",u1,en,1,\"a\nb\""), 0)).isEqualTo("MALFORMED");
        assertThat(DecodedRecordView.of(csv(ISO + ",u1,en,1,\n\n"), 0)).isEqualTo("MALFORMED");
        assertThat(DecodedRecordView.of(csv(""), 0)).isEqualTo("MALFORMED");
    }
}
