package dev.weir.jobs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrittenRecordTest {

    @Test
    void csv_has_its_columns_in_order_and_quotes_what_a_reader_would_split() {
        CsvFormat format = new CsvFormat(List.of("time", "unit", "key"), Delimiter.SEMICOLON);
        assertThat(format.write(Map.of("key", "a;b", "time", "1"))).isEqualTo("1;;\"a;b\"");
        assertThat(format.write(Map.of("key", "a,b", "unit", "say \"x\""))).isEqualTo(";\"say \"\"x\"\"\";a,b");
    }

    @Test
    void json_nests_fields_of_inner_objects() {
        assertThat(new JsonFormat().write(Map.of("user.id", "7"))).isEqualTo("{\"user\":{\"id\":\"7\"}}");
        assertThat(new JsonFormat().write(Map.of("a.b", "1", "a.c", "2")))
                .isIn("{\"a\":{\"b\":\"1\",\"c\":\"2\"}}", "{\"a\":{\"c\":\"2\",\"b\":\"1\"}}");
    }
}
