package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file that is made of the sink's output. Tests of killed replays show that each row is in it once. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExactRowsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path place;

    private void put(String file, PublishedRow... rows) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        for (PublishedRow row : rows) {
            new PublishedRowSerializer().serialize(row, out);
        }
        Files.write(place.resolve("exact").resolve(file), out.getCopyOfBuffer());
    }

    private static PublishedRow row(long end, String query, String key) {
        String id = "d/" + query + "/1/" + key + "/" + end;
        byte[] line = ("line of " + id).getBytes(StandardCharsets.UTF_8);
        return new PublishedRow(Outcome.Kind.EXACT, end - 1, end, query, key, id, 0, line);
    }

    @Test
    void rows_of_all_completed_files_are_one_file_by_window_query_and_key() throws IOException {
        ExactRows rows = new ExactRows(place.resolve("exact"));
        put("part-a-0", row(2, "p", "b"), row(1, "q", "a"));
        put("part-b-0", row(2, "p", "a"), row(1, "q", "b"));
        put("part-b-1");
        put(".part-b-2.inprogress", row(3, "p", "a"));
        rows.write(place.resolve("exact.jsonl"));
        assertThat(place.resolve("exact.jsonl"))
                .hasContent("line of d/q/1/a/1\nline of d/q/1/b/1\nline of d/p/1/a/2\nline of d/p/1/b/2\n");
    }

    @Test
    void a_release_with_two_exact_rows_is_an_error() throws IOException {
        ExactRows rows = new ExactRows(place.resolve("exact"));
        put("part-a-0", row(1, "q", "a"));
        put("part-b-0", row(1, "q", "a"));
        assertThatThrownBy(() -> rows.write(place.resolve("exact.jsonl")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("release d/q/1/a/1 has two exact rows");
    }

    @Test
    void nobody_else_can_look_into_the_folder() throws IOException {
        new ExactRows(place.resolve("exact"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place.resolve("exact"))))
                .isEqualTo("rwx------");
    }
}
