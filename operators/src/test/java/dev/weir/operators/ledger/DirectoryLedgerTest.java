package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class DirectoryLedgerTest extends LedgerContract {

    @TempDir
    Path folder = Path.of("");

    private int places;

    @Override
    protected Ledger.Factory emptyPlace() {
        return DirectoryLedger.at(folder.resolve("place-" + places++).toUri().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://bucket/ledger", "hdfs:///ledger", "ledger", "file://host/ledger"})
    void a_store_that_is_not_known_to_create_only_what_is_absent_is_refused(String place) {
        assertThatThrownBy(() -> DirectoryLedger.at(place).open("rides", "p"))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("LEDGER_UNUSABLE: a ledger cannot be kept in " + place);
    }

    /** A job of the Java API keeps its ledger next to its checkpoints by default. */
    @Test
    void checkpoints_on_an_object_store_have_no_ledger_beside_them() {
        assertThatThrownBy(() -> DirectoryLedger.beside("s3://bucket/checkpoints"))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining(
                        "LEDGER_UNUSABLE: a ledger cannot be kept in s3://bucket/checkpoints/weir-ledger: ")
                .hasStackTraceContaining(", or in a topic");
    }

    @Test
    void a_file_that_is_missing_in_the_middle_breaks_the_ledger() throws Exception {
        Ledger.Factory place = emptyPlace();
        try (LedgerBench bench = new LedgerBench(place)) {
            Ledger owner = bench.own("p", "run");
            owner.writePipeline(bench.batch("p", 1));
            owner.writePipeline(bench.batch("p", 1));
            List<Path> log = log();
            Files.delete(log.get(log.size() - 2));
            assertThat(bench.view().broken())
                    .hasValueSatisfying(found -> assertThat(found.reason()).isEqualTo(Reason.UNREADABLE));
        }
    }

    @Test
    void a_file_that_was_cut_off_breaks_the_ledger() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            bench.own("p", "run").writePipeline(bench.batch("p", 1));
            List<Path> log = log();
            Path last = log.get(log.size() - 1);
            byte[] whole = Files.readAllBytes(last);
            for (int length = 0; length < whole.length; length++) {
                Files.write(last, java.util.Arrays.copyOf(whole, length));
                assertThat(bench.view().broken()).as("cut at %d", length).isPresent();
            }
        }
    }

    /** The retirement of the first owner is damaged inside its file, although the next owner shows that no batch is missing. */
    @Test
    void a_record_that_is_damaged_within_its_file_breaks_the_ledger_though_the_ledger_goes_on_behind_it()
            throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            Ledger first = bench.own("p", "run");
            var before = bench.view().pipeline("p");
            first.writePipeline(List.of(new Retirement("p", before.owner().number(), before.tip())));
            List<Path> log = log();
            Path last = log.get(log.size() - 1);
            byte[] bytes = Files.readAllBytes(last);
            bytes[bytes.length - Integer.BYTES - LedgerBytes.encode(new Retirement("p", 2, before.tip())).length] = 42;
            Files.write(last, bytes);
            bench.own("p", "again");
            assertThat(bench.view().broken())
                    .hasValueSatisfying(found -> assertThat(found.reason()).isEqualTo(Reason.UNREADABLE));
        }
    }

    /** An owner that was killed leaves its heartbeat's file, which no longer changes. */
    @Test
    void an_owner_that_has_fallen_silent_is_dead() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            bench.own("p", "run");
            var owner = bench.view().pipeline("p").owner();
            Files.write(alive().resolve("p"), (owner.number() + " killed 7").getBytes(StandardCharsets.UTF_8));
            assertThat(bench.open("p").isAlive(owner)).isFalse();
        }
    }

    @Test
    void nothing_is_left_behind_and_only_its_owner_may_look() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            bench.own("p", "run").writePipeline(bench.batch("p", 3));
            Path place = place();
            assertThat(place.resolve("drafts")).isEmptyDirectory();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                    .isEqualTo("rwx------");
        }
    }

    private Path place() {
        return folder.resolve("place-" + (places - 1)).resolve(LedgerBench.DOMAIN);
    }

    private Path alive() {
        return place().resolve("alive");
    }

    private List<Path> log() throws IOException {
        try (Stream<Path> files = Files.list(alive().resolveSibling("log"))) {
            return files.sorted().toList();
        }
    }
}
