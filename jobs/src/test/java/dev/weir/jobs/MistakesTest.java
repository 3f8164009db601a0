package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Tests mistakes of newcomers that are found before anything starts, and the message about each:
 * {@code mistakes/answers.txt}.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MistakesTest {

    /** A word in every line of data, which no answer may repeat. */
    private static final String CANARY = "r0333x";

    private static final String DATA = "time,unit,key,value\n2026-03-02T06:00:08Z," + CANARY + ",harbour,1058\n";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @BeforeEach
    void write_the_files() throws IOException {
        String pipeline = Files.readString(Snippet.repository().resolve("examples/rides.yaml"));
        write("ok.yaml", pipeline);
        write("colon.yaml", pipeline.replace("pipeline: rides", "pipeline rides"));
        write("quote.yaml", pipeline.replace("name: rides}", "name: \"rides}"));
        write("avg.yaml", pipeline.replace("{count: rides}", "{avg: value}"));
        write("session.yaml", pipeline.replace("{tumbling: 1h}", "{session: 1h}"));
        write("ok.csv", DATA);
        write("capitals.csv", DATA.replace("time,unit,key,value", "Time,UNIT,Key,value"));
        write("blanks.csv", DATA.replace("time,unit,key,value", "time, unit, key, value"));
        write("json.csv", "{\"time\":\"2026-03-02T06:00:08Z\",\"unit\":\"" + CANARY + "\",\"key\":\"harbour\"}\n");
        write("sheet.csv", "PK\u0003\u0004\u00ff" + DATA, StandardCharsets.ISO_8859_1);
        write("utf16.csv", "\ufeff" + DATA, StandardCharsets.UTF_16LE);
        write("returns.csv", DATA.replace('\n', '\r'));
        write("latin.csv", DATA.replace("key", "schl\u00fcssel"), StandardCharsets.ISO_8859_1);
        byte[] zipped = zipped();
        Files.write(dir.resolve("cut.csv.gz"), Arrays.copyOf(zipped, zipped.length - 12));
        Files.write(dir.resolve("shorter.csv.gz"), Arrays.copyOf(zipped, 5));
    }

    private void write(String name, String text) throws IOException {
        write(name, text, StandardCharsets.UTF_8);
    }

    private void write(String name, String text, Charset encoding) throws IOException {
        Files.write(dir.resolve(name), text.getBytes(encoding));
    }

    private static byte[] zipped() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(DATA.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/mistakes/answers.txt", delimiter = '|')
    void a_mistake_is_answered_in_a_line_that_names_what_to_do(String line, int code, String answer) {
        String[] arguments = line.replace("DIR", dir.toString()).split(" ");
        assertThat(InProcess.weir(out, err, arguments)).as(err.toString()).isEqualTo(code);
        assertThat(err.toString())
                .contains(answer.replace("DIR", dir.toString()))
                .doesNotContain(CANARY, "Exception", "; more is in");
        assertThat(err.toString().lines().count()).isBetween(1L, 2L);
    }
}
