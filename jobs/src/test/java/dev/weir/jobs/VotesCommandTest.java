package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.votes.PrivateVoteFiles;
import dev.weir.jobs.votes.VoteFile;
import dev.weir.jobs.votes.VoteFileReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VotesCommandTest {

    private static final double REPORT_RHO = 4 / (2 * 150.0 * 150) + 2 / (40.0 * 40);
    private static final double REALISED_AT_8 = 0.00179834825658344;
    private static final double ANY_AT_8 = 0.01179834825658344;

    private static final String SANITISE = "--order 8 --beta 0.03 --sigma-ss 20";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void write() throws IOException {
        PrivateVoteFiles.write(dir.resolve("private"), PrivateVoteFiles.CONFIDENT, "");
    }

    private int weir(String line) {
        return InProcess.weir(out, err, line.replace("FILE", file().toString()).split(" ", -1));
    }

    private Path file() {
        return dir.resolve("private/votes.json");
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile).toList().stream();
        }
    }

    @Test
    void a_report_begins_with_a_warning_and_writes_nothing() throws IOException {
        assertThat(weir("votes report FILE")).isZero();
        assertThat(out.toString()).startsWith("private: ").contains("4 asked, 2 answered", "no bound");
        assertThat(files()).containsExactly(file());
    }

    /** The figures at order 8 were computed with fifty digits by a program of its own. */
    @Test
    void a_report_in_json_begins_with_the_same_warning() throws IOException {
        assertThat(weir("votes report FILE --json")).isZero();
        assertThat(out.toString()).startsWith("{\"private\":\"private: ");
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertThat(report.path("rho-charged").asDouble()).isBetween(REPORT_RHO, REPORT_RHO * (1 + 1e-12));
        JsonNode at8 = report.path("orders").path(5);
        assertThat(at8.path("order").asDouble()).isEqualTo(8);
        assertThat(at8.path("rdp-data-independent").asDouble() / (8 * REPORT_RHO))
                .isBetween(1.0, 1 + 1e-12);
        assertThat(at8.path("rdp-data-dependent-realised").asDouble() / REALISED_AT_8)
                .isBetween(1 - 1e-9, 1 + 1e-9);
        assertThat(at8.path("rdp-data-dependent-any-outcome").asDouble() / ANY_AT_8)
                .isBetween(1 - 1e-9, 1 + 1e-9);
    }

    @Test
    void a_file_is_sanitised_once_and_never_again() throws IOException {
        assertThat(weir("votes sanitise FILE " + SANITISE)).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("sanitised ").contains("its own cost", "no bound", "together");
        Path record = dir.resolve("private/sanitised.json");
        assertThat(files()).containsExactlyInAnyOrder(file(), record);
        String recorded = Files.readString(record);
        double figure =
                new ObjectMapper().readTree(recorded).path("rdp-sanitised").asDouble();
        assertThat(out.toString()).contains("sanitised    " + figure + ":");
        for (String again : new String[] {SANITISE, "--order 4 --beta 0.01 --sigma-ss 50"}) {
            assertThat(weir("votes sanitise FILE " + again)).isEqualTo(3);
        }
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.contains("have been sanitised"));
        assertThat(record).hasContent(recorded.strip());
        assertThat(weir("votes report FILE")).isZero();
    }

    /** The file is of a draw of its own, so that no outcome of it may show in what is published. */
    @Test
    void what_is_published_does_not_depend_on_what_was_drawn() throws IOException {
        assertThat(weir("votes sanitise FILE " + SANITISE)).isZero();
        String one = statement();
        Files.delete(dir.resolve("private/sanitised.json"));
        String votes = Files.readString(file());
        // another draw answers all questions, or stops one question earlier where the budget pays for three if all are
        // answered
        Files.writeString(file(), votes.replace("\"answered\":false", "\"answered\":true"));
        assertThat(weir("votes sanitise FILE " + SANITISE)).isZero();
        assertThat(statement()).isEqualTo(one);
        VoteFile longer = read(votes.replace("all-answered\":12", "all-answered\":3"));
        VoteFile shorter = read(votes.replace("all-answered\":12", "all-answered\":3")
                .replaceAll(",\n\\{\"question\":\"q3\".*\n", "\n"));
        assertThat(longer.questions()).hasSize(4);
        assertThat(shorter.questions()).hasSize(3);
        assertThat(longer.always()).hasSize(3).hasSameSizeAs(shorter.always());
    }

    private VoteFile read(String text) throws IOException {
        return VoteFileReader.read(Files.writeString(file(), text));
    }

    private String statement() throws IOException {
        return Files.readString(dir.resolve("private/sanitised.json")).replaceAll("\"rdp-sanitised\":[^,]*", "");
    }

    /** Another name of the same file has the same record. */
    @Test
    void a_link_to_a_sanitised_file_is_refused() throws IOException {
        assertThat(weir("votes sanitise FILE " + SANITISE)).isZero();
        Path link = Files.createDirectories(dir.resolve("other/private")).resolve("linked.json");
        Files.createSymbolicLink(link, file());
        assertThat(InProcess.weir(out, err, ("votes sanitise " + link + " " + SANITISE).split(" ", -1)))
                .isEqualTo(3);
        Path renamed = Files.move(file(), dir.resolve("private/renamed.json"));
        assertThat(InProcess.weir(out, err, ("votes sanitise " + renamed + " " + SANITISE).split(" ", -1)))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --order 8 --beta 0.0625 --sigma-ss 20   | 2 | --order must be below 1 / (2 beta)
            --order 1 --beta 0.03 --sigma-ss 20     | 2 | --order must be above 1
            --order 8 --beta 0 --sigma-ss 20        | 2 | --beta must be above 0
            --order 8 --beta 0.03 --sigma-ss 0      | 2 | --sigma-ss must be between
            --order NaN --beta 0.03 --sigma-ss 20   | 2 | --order must be above 1
            --order 200 --beta 0.002 --sigma-ss 20  | 3 | condition C
            """)
    void terms_that_do_not_fit_are_refused_and_leave_no_record(String terms, int code, String rule) throws IOException {
        assertThat(weir("votes sanitise FILE " + terms)).as(err.toString()).isEqualTo(code);
        assertThat(err.toString().lines()).hasSize(1).allMatch(line -> line.contains(rule));
        assertThat(out.toString()).isEmpty();
        assertThat(files()).containsExactly(file());
    }

    @Test
    void a_file_outside_of_a_private_folder_is_not_sanitised() throws IOException {
        Path open = PrivateVoteFiles.write(dir.resolve("open"), PrivateVoteFiles.CONFIDENT, "");
        assertThat(InProcess.weir(out, err, ("votes sanitise " + open + " " + SANITISE).split(" ", -1)))
                .isEqualTo(2);
        assertThat(err.toString()).contains("must be in a folder named private");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [197,   | [191919, | counts must be numbers of teachers
            [197,   | [-1,     | counts must be numbers of teachers
            [197,   | [1.5,    | counts must be whole numbers
            [197,   | [        | counts must be one number for each label
            true    | 1919     | answered must be true or false
            250     | 0        | teachers must be a whole number from 1
            gnmax   | gn19     | mechanism must be one of the three
            {       | 1919{    | the file must be one JSON object
            """)
    void a_wrong_file_is_refused_without_a_value_of_it(String from, String to, String rule) throws IOException {
        Files.writeString(file(), Files.readString(file()).replaceFirst(Pattern.quote(from), to));
        assertThat(weir("votes report FILE")).isEqualTo(2);
        // The name of the temporary folder is left out, because it holds random digits.
        assertThat(err.toString().replace(dir.toString(), "")).contains(rule).doesNotContain("1919", "197,");
        assertThat(out.toString()).isEmpty();
    }
}
