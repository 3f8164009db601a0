package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.DecodedRecordView;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests JSON objects with the first query of the sample pipeline. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonRecordTest {

    private static final String ISO = "2015-09-12T00:46:58.771Z";

    private static DecodedRecord json(String line) {
        return SamplePipelines.read(SamplePipelines.json(), line.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":36}        | u1 0 [1, 360]
            {"value":"1.5","page":{"x":[{}],"key":"ü"},"unit":7,"meta":{"time":T}} | 7 2 [1, 15]
            {"meta":{"time":1442018818771},"unit":"u1","page":{"key":"en"},"value":0} | u1 0 [1, 0]
            {"meta":{"time":T},"unit":"😀","page":{"key":"en"},"value":1}         | 😀 0 [1, 10]
            {"meta":{"time":T},"unit":"\\ud83d\\ude00","page":{"key":"en"},"value":1} | 😀 0 [1, 10]
            {"meta":{"time":T},"unit":"\\ud83d","page":{"key":"en"},"value":1}    | MALFORMED
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":1}}        | MALFORMED
            {"meta":{"time":T},"unit":"u1","unit":"u2","page":{"key":"en"},"value":1} | MALFORMED
            {"meta":{"time":T},"unit":"u1","page":{"key":"en","z":1,"z":1},"value":1} | MALFORMED
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":NaN}       | MALFORMED
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":01}        | MALFORMED
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":1          | MALFORMED
            nonsense                                                              | MALFORMED
            [1,2                                                                  | MALFORMED
            [1,2]                                                                 | SCHEMA
            "text"                                                                | SCHEMA
            null                                                                  | SCHEMA
            {"meta":{"time":T},"unit":true,"page":{"key":"en"},"value":1}         | SCHEMA
            {"meta":{"time":T},"unit":"u1","page":{"key":["en"]},"value":1}       | SCHEMA
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":{}}        | SCHEMA
            {"unit":"u1","page":{"key":"en"},"value":1}                           | NO_TIME
            {"meta":T,"unit":"u1","page":{"key":"en"},"value":1}                  | NO_TIME
            {"meta":{"time":1.5e12},"unit":"u1","page":{"key":"en"},"value":1}    | NO_TIME
            {"meta":{"time":T},"unit":null,"page":{"key":"en"},"value":1}         | NO_UNIT
            {"meta":{"time":T},"unit":"","page":{"key":"en"},"value":1}           | NO_UNIT
            {"meta":{"time":T},"unit":"u1","page":"en","value":1}                 | NO_KEY
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"}}                   | NOT_A_NUMBER
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":"NaN"}     | NOT_A_NUMBER
            {"meta":{"time":T},"unit":"u1","page":{"key":"en"},"value":1e400}     | OUT_OF_RANGE
            """)
    void a_json_object_gives_a_record_or_one_code(String line, String expected) {
        DecodedRecord decoded =
                json(line.strip().replace("T,", "\"" + ISO + "\",").replace("T}", "\"" + ISO + "\"}"));
        assertThat(DecodedRecordView.of(decoded, 0)).isEqualTo(expected.strip());
    }
}
