package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReleasedTableTest {

    private static final String PLACE =
            "\"window\":{\"start\":\"2026-03-02T06:00:00Z\",\"end\":\"2026-03-02T07:00:00Z\"}";
    private static final String TIMES = "2026-03-02T06:00:00Z,2026-03-02T07:00:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private List<String> table(String key, String values) throws IOException {
        Path rows = Files.writeString(
                dir.resolve("rows"),
                "{\"query\":\"q\",\"key\":" + key + "," + PLACE + ",\"values\":" + values + ",\"release\":\"r\"}\n");
        ReleasedTable.write(rows, dir.resolve("table.csv"));
        List<String> lines = Files.readAllLines(dir.resolve("table.csv"));
        assertThat(lines.get(0)).isEqualTo("query,key,window_start,window_end,value,number,stddev");
        return lines.subList(1, lines.size());
    }

    @Test
    void a_number_has_all_its_digits_and_its_deviation_three_rounded_up() throws IOException {
        assertThat(table("\"en\"", "{\"edits\":{\"value\":1234567.25,\"stddev\":22.62373456970293}}"))
                .containsExactly("\"q\",\"en\"," + TIMES + ",\"edits\",1234567.25,22.7");
        assertThat(table("\"en\"", "{\"edits\":{\"value\":-3,\"stddev\":45254.8}}"))
                .containsExactly("\"q\",\"en\"," + TIMES + ",\"edits\",-3,45300");
    }

    @Test
    void a_value_of_several_numbers_has_a_line_for_each_and_none_for_a_missing_one() throws IOException {
        assertThat(table("\"en\"", "{\"age\":{\"value\":null,\"stddev\":null,\"count\":7}}"))
                .containsExactly("\"q\",\"en\"," + TIMES + ",\"age.count\",7,");
        assertThat(table("\"en\"", "{\"h\":{\"edges\":[5],\"counts\":[3,-1],\"stddev\":1.41421}}"))
                .containsExactly(
                        "\"q\",\"en\"," + TIMES + ",\"h.edges.0\",5,",
                        "\"q\",\"en\"," + TIMES + ",\"h.counts.0\",3,1.42",
                        "\"q\",\"en\"," + TIMES + ",\"h.counts.1\",-1,1.42");
        assertThat(table("\"en\"", "{\"best\":\"mugs\"}"))
                .containsExactly("\"q\",\"en\"," + TIMES + ",\"best\",\"mugs\",");
    }

    @Test
    void a_table_with_a_partial_window_has_a_last_column_that_marks_its_lines_alone() throws IOException {
        String row = "{\"query\":\"q\",\"key\":\"en\"," + PLACE
                + ",\"values\":{\"n\":{\"value\":1,\"stddev\":2},\"m\":{\"value\":3}},\"release\":\"r\"";
        Path rows = Files.writeString(dir.resolve("rows"), row + ",\"partial\":true}\n" + row + "}\n");
        ReleasedTable.write(rows, dir.resolve("table.csv"));
        String place = "\"q\",\"en\"," + TIMES;
        assertThat(Files.readAllLines(dir.resolve("table.csv")))
                .containsExactly(
                        "query,key,window_start,window_end,value,number,stddev,partial",
                        place + ",\"n\",1,2,true",
                        place + ",\"m\",3,,true",
                        place + ",\"n\",1,2,",
                        place + ",\"m\",3,,");
    }

    @Test
    void texts_stay_texts_in_programs_for_tables() throws IOException {
        assertThat(table("\"=1+1\"", "{\"n\":{\"value\":1,\"stddev\":2}}").get(0))
                .startsWith("\"q\",\"'=1+1\",");
        assertThat(table("\"a\\\"b,c\"", "{\"n\":{\"value\":1,\"stddev\":2}}").get(0))
                .startsWith("\"q\",\"a\"\"b,c\",");
        assertThat(table("{\"c\":\"DE\",\"d\":\"web\"}", "{\"n\":{\"value\":1,\"stddev\":2}}")
                        .get(0))
                .contains("DE", "web");
    }
}
