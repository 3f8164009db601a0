package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.CountingPipeline;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the adoption of an empty state with a ledger of one batch; the largest skew is a minute. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptionTest {

    private static final Instant WRITTEN = Instant.parse("2026-02-28T23:00:00Z");
    private static final Instant ASKED = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant CONFIRMED = Instant.parse("2026-03-02T08:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void what_has_ended_when_the_operator_confirms_is_closed_with_the_largest_skew_on_top() throws Exception {
        Pipeline pipeline = Pipelines.live("localhost:1", "edits", folder);
        LedgerAccess access = access(pipeline);
        publish(pipeline, access);
        AtomicReference<Instant> now = new AtomicReference<>(ASKED);
        try (Adoption adoption = Adoption.open(pipeline, access, Optional.empty(), now::get)) {
            assertThat(adoption.plan().adoption().closing().upTo())
                    .isEqualTo(ASKED.plusSeconds(60).toEpochMilli());
            now.set(CONFIRMED);
            assertThat(adoption.record().upTo())
                    .isEqualTo(CONFIRMED.plusSeconds(60).toEpochMilli());
        }
    }

    @Test
    void a_clock_that_runs_behind_the_ledger_is_not_believed() throws Exception {
        Pipeline pipeline = Pipelines.live("localhost:1", "edits", folder);
        LedgerAccess access = access(pipeline);
        publish(pipeline, access);
        InstantSource behind = InstantSource.fixed(WRITTEN.minus(Duration.ofHours(20)));
        try (Adoption adoption = Adoption.open(pipeline, access, Optional.empty(), behind)) {
            long closed = WRITTEN.plusSeconds(60).toEpochMilli();
            assertThat(adoption.plan().adoption().closing().upTo()).isEqualTo(closed);
            assertThat(adoption.record().upTo()).isEqualTo(closed);
        }
    }

    @Test
    void a_ledger_that_was_written_long_after_the_present_closes_nothing() throws Exception {
        Pipeline pipeline = Pipelines.live("localhost:1", "edits", folder);
        LedgerAccess access = access(pipeline);
        publish(pipeline, access);
        InstantSource behind = InstantSource.fixed(WRITTEN.minus(Duration.ofDays(2)));
        try (Adoption adoption = Adoption.open(pipeline, access, Optional.empty(), behind)) {
            assertThatThrownBy(adoption::record)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageStartingWith("LEDGER_UNUSABLE: the newest record");
        }
    }

    @Test
    void accounts_of_keys_are_said_to_be_spent_up_to_what_is_closed_and_of_a_pipeline_without_them_nothing_is_said()
            throws Exception {
        String text = new CountingPipeline("kept", "localhost:1", "edits")
                .text(folder)
                .replace(
                        "    spend: {contributions: 2}",
                        "    spend: {contributions: 2}\n    key-account: {budget: {epsilon: 10}, per: day}");
        Path file = Files.writeString(folder.resolve("kept.yaml"), text);
        Pipeline kept = PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
        assertThat(accounts(kept))
                .hasValue(
                        "key accounts: spent in every period of theirs that begins up to 2026-03-01T12:05:00Z, whatever"
                                + " they had left; releases are withheld until the next one begins");
        assertThat(accounts(Pipelines.live("localhost:1", "edits", folder))).isEmpty();
    }

    private Optional<String> accounts(Pipeline pipeline) throws Exception {
        LedgerAccess access = access(pipeline);
        publish(pipeline, access);
        try (Adoption adoption = Adoption.open(pipeline, access, Optional.empty(), InstantSource.fixed(ASKED))) {
            return adoption.accounts(adoption.plan().adoption().closing());
        }
    }

    private LedgerAccess access(Pipeline pipeline) {
        Ledger.Factory place = DirectoryLedger.at(folder.toUri().toString());
        return new LedgerAccess(place, pipeline.name(), new Budget.Pure(BigDecimal.valueOf(2)));
    }

    /** Publishes a window in an earlier run. */
    private void publish(Pipeline pipeline, LedgerAccess access) throws Exception {
        String domain = pipeline.plan().domain();
        String name = pipeline.name();
        try (Ledger ledger = access.open(pipeline.plan())) {
            Start start = Start.of(access.request(pipeline.plan(), "run", 0), JournalState.empty(domain, name));
            StartStep.Go go =
                    (StartStep.Go) new LedgerStart(ledger, new LedgerStart.Place(domain, name, "run"), start).drive();
            String query = pipeline.plan().queries().get(0).query().name();
            byte[] row = LedgerBytes.encode(new LedgerRow(
                    LedgerRow.Kind.RELEASED, "it/" + query + "/1/en/1000", query, "en", 0, 1000, 1, new byte[] {1}));
            BatchDigest digest = new BatchDigest(name, ChainOrigin.ofPipeline(domain, name));
            digest.add(row);
            BatchSeal seal = new BatchSeal(name, go.resumePoint().owner(), digest.close(Span.of(0, 1000)));
            assertThat(ledger.writePipeline(List.of(new RowEntry(name, 1, 0, row), seal)))
                    .isEqualTo(Ledger.Result.WRITTEN);
        }
        writtenAt(WRITTEN);
    }

    /** Sets the time of all files of the ledger. */
    private void writtenAt(Instant time) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(time));
            }
        }
    }
}
