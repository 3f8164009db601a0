package dev.weir.jobs.replay.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.RecordFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecordedFileTest {

    private static final int LARGEST = 10;
    private static final RecordFormat CSV = new CsvFormat(List.of());
    private static final RecordFormat JSON = new JsonFormat();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void lines_end_with_lf_or_cr_lf_or_the_file_and_an_empty_one_counts() throws Exception {
        assertThat(lines("a\n\r\n\nb\r\nc", JSON)).containsExactly("a", "", "", "b", "c");
        assertThat(lines("a\n", JSON)).containsExactly("a");
        assertThat(lines("", JSON)).isEmpty();
    }

    @Test
    void the_first_line_of_a_csv_file_names_the_columns_and_is_no_record() throws Exception {
        assertThat(lines("time,unit\n1,2\n", CSV)).containsExactly("1,2");
        assertThat(columns("\ufefftime,\"a \"\"b\"\", c\",\r\n")).containsExactly("time", "a \"b\", c", "");
    }

    @Test
    void a_csv_file_without_a_first_line_is_refused() {
        assertThatThrownBy(() -> columns(""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("must begin with a line that names the columns");
    }

    @Test
    void a_compressed_file_reads_as_a_plain_one_whatever_its_name() throws Exception {
        Path file = dir.resolve("records.csv");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("time\n1\n2\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(lines(new RecordedFile(file, CSV, LARGEST))).containsExactly("1", "2");
    }

    @Test
    void of_a_line_that_is_too_long_one_byte_too_many_is_kept() throws Exception {
        String longest = "0123456789";
        assertThat(lines(longest + "\r\n" + longest + "x\n" + longest + "\ry\nz", JSON))
                .containsExactly(longest, longest + "x", longest + "\r", "z");
    }

    /** The file has 256 MiB in 256 kB. Only the part of the line that is passed on is kept, and the next line is read. */
    @Test
    void a_line_that_is_huge_once_decompressed_is_cut_while_it_is_decompressed() throws Exception {
        Path file = dir.resolve("bomb.gz");
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) 'x');
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 256; i++) {
                out.write(piece);
            }
            out.write("\nnext\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Files.size(file)).isLessThan(1 << 20);
        List<Integer> lengths = new ArrayList<>();
        new RecordedFile(file, JSON, 10).forEach(line -> lengths.add(line.length));
        assertThat(lengths).containsExactly(11, 4);
    }

    @Test
    void bytes_that_are_no_text_pass_through() throws Exception {
        byte[] noText = {(byte) 0xff, 0, (byte) 0x80};
        try (RecordCutter lines = JSON.cutter(new ByteArrayInputStream(noText), LARGEST)) {
            assertThat(lines.next()).isEqualTo(noText);
            assertThat(lines.next()).isNull();
        }
    }

    /** Long files cross the boundaries of the reader's buffer at every position of a line. */
    @RepeatedTest(20)
    void lines_come_back_as_they_were_written(RepetitionInfo run) throws Exception {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        List<String> written =
                random.ints(40_000, 0, LARGEST + 1).mapToObj("x"::repeat).toList();
        assertThat(lines(String.join("\r\n", written) + "\r\n", JSON)).isEqualTo(written);
    }

    private List<String> lines(String content, RecordFormat format) throws Exception {
        return lines(new RecordedFile(file(content), format, LARGEST));
    }

    private static List<String> lines(RecordedFile file) throws Exception {
        List<String> lines = new ArrayList<>();
        file.forEach(line -> lines.add(new String(line, StandardCharsets.UTF_8)));
        return lines;
    }

    private List<String> columns(String content) throws IOException {
        return new RecordedFile(file(content), CSV, 100).columns(Delimiter.COMMA);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(dir.resolve("records"), content);
    }
}
