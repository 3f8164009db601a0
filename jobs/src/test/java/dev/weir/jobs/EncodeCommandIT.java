package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.local.client.LocalReport;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the page about local reports on the two examples, of whose recording each rider has one report a day. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EncodeCommandIT {

    private static final int RIDERS = 1604;

    private final StringWriter said = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private int weir(String command, String pipeline, String... more) {
        Path examples = Snippet.repository().resolve("examples");
        List<String> words = List.of(
                command,
                examples.resolve(pipeline).toString(),
                "--input",
                examples.resolve("rides.csv").toString());
        return InProcess.weir(
                said, said, Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static List<LocalReport> reports(Path file) throws Exception {
        return Files.readAllLines(file).stream().map(LocalReport::parse).toList();
    }

    @Test
    void a_file_is_encoded_once() throws Exception {
        Path out = folder.resolve("zones.jsonl");
        assertThat(weir("encode", "encode-zone.yaml", "--out", out.toString()))
                .as(said.toString())
                .isZero();
        List<LocalReport> reports = reports(out);
        assertThat(reports).hasSize(RIDERS).extracting(LocalReport::question).containsOnly("zone");
        assertThat(weir("encode", "encode-zone.yaml", "--out", out.toString())).isEqualTo(3);
        assertThat(said.toString()).contains("--out: must not exist");
        assertThat(reports(out)).isEqualTo(reports);
        assertThat(weir("encode", "rides.yaml", "--out", folder.resolve("other").toString()))
                .isEqualTo(2);
        assertThat(said.toString()).contains("kind: must be encode, was aggregate");
    }

    @Test
    void people_are_encoded_into_another_file_only_if_it_is_paid_for() throws Exception {
        assertThat(weir(
                        "encode",
                        "encode-zone.yaml",
                        "--out",
                        folder.resolve("zones.jsonl").toString()))
                .isZero();
        Path other = folder.resolve("zones-2.jsonl");
        assertThat(weir("encode", "encode-zone.yaml", "--out", other.toString()))
                .isEqualTo(3);
        assertThat(said.toString()).contains("LEDGER_SPENT");
        assertThat(other).doesNotExist();
        assertThat(weir(
                        "replay",
                        "encode-zone.yaml",
                        "--out",
                        folder.resolve("zones").toString()))
                .isEqualTo(3);
        assertThat(weir("encode", "encode-zone.yaml", "--again", "--out", other.toString()))
                .as("epsilon 2 in all, of a domain of 2")
                .isZero();
        assertThat(weir(
                        "encode",
                        "encode-fare.yaml",
                        "--out",
                        folder.resolve("fares.jsonl").toString()))
                .isEqualTo(3);
        assertThat(said.toString()).contains("LEDGER_BUDGET");
    }

    @Test
    void a_recording_is_replayed_into_reports_once_in_all_folders_beside_each_other() throws Exception {
        Path out = folder.resolve("fares");
        assertThat(weir("replay", "encode-fare.yaml", "--out", out.toString()))
                .as(said.toString())
                .isZero();
        assertThat(reports(out.resolve("released.jsonl")))
                .hasSize(RIDERS)
                .extracting(LocalReport::period)
                .containsOnly(20_514L);
        assertThat(Files.readString(out.resolve("card.json"))).contains("\"kind\":\"encode\"");
        assertThat(weir(
                        "replay",
                        "encode-fare.yaml",
                        "--out",
                        folder.resolve("again").toString()))
                .isEqualTo(3);
        assertThat(said.toString()).contains("LEDGER_SPENT");
        assertThat(weir("check", "encode-fare.yaml")).isEqualTo(2);
        assertThat(said.toString()).contains("kind: encode bounds and clamps nothing");
    }
}
