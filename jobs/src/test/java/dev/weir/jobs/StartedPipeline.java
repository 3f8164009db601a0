package dev.weir.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.state.restore.StateIdentity;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline that has released a row and was stopped. A start with a changed file meets its state, if {@code checkpoint.dir}
 * is the same, and its ledger; each is in a folder with the name of its topic.
 */
@SuppressWarnings("try") // a harness may be interrupted while it is closed
final class StartedPipeline {

    private final Path folder;
    private final String text;
    private final Pipeline before;
    private final OperatorSubtaskState published;
    private final OperatorSubtaskState identity;

    private StartedPipeline(Path folder, String text, OperatorSubtaskState published, OperatorSubtaskState identity)
            throws IOException {
        this.folder = folder;
        this.text = text;
        this.before = read(folder, text, List.of());
        this.published = published;
        this.identity = identity;
    }

    /**
     * The result of a start.
     *
     * @param refusal why it is refused; empty if it is not
     * @param goingOn the names of the queries whose open windows are kept
     */
    record Start(Optional<StartRefused> refusal, Collection<String> goingOn) {

        private static Start refused(StartRefused refusal) {
            return new Start(Optional.of(refusal), List.of());
        }
    }

    /** Runs the pipeline until it has released a row. */
    static StartedPipeline of(Path folder, String text) throws Exception {
        Pipeline pipeline = read(folder, text, List.of());
        try (var publishing = publishing(folder, pipeline);
                var marked = deployed(new Marked(pipeline.plan()))) {
            publishing.open();
            publishing.processElement(row(pipeline), 0);
            publishing.snapshot(1, 1);
            publishing.notifyOfCompletedCheckpoint(1);
            publishing.notifyOfCompletedCheckpoint(1); // waits for the batches that the first notice has made due
            marked.open();
            return new StartedPipeline(folder, text, publishing.snapshot(2, 2), marked.snapshot(2, 2));
        }
    }

    /** Starts the pipeline with settings that override its file, as {@code weir run} does: first a look, then the job. */
    Start again(List<String> settings) throws Exception {
        return again(text, settings);
    }

    /** Starts the pipeline with another file. */
    Start again(String changed, List<String> settings) throws Exception {
        Pipeline pipeline = read(folder, changed, settings);
        boolean isRestored =
                pipeline.checkpoint().dir().equals(before.checkpoint().dir());
        JournalState state =
                isRestored ? chain() : JournalState.empty(pipeline.plan().domain(), pipeline.name());
        Optional<StartRefused> refusal = new LedgerLook(access(folder, pipeline), pipeline.plan(), schedule(pipeline))
                .look(Optional.of(state), isRestored, Optional.empty())
                .refusal();
        return refusal.isPresent() ? Start.refused(refusal.get()) : deploy(pipeline, isRestored);
    }

    private Start deploy(Pipeline pipeline, boolean isRestored) throws Exception {
        Marked marked = new Marked(pipeline.plan());
        try (var identified = deployed(marked);
                var publishing = publishing(folder, pipeline)) {
            restore(identified, isRestored ? identity : null);
            restore(publishing, isRestored ? published : null);
            return new Start(Optional.empty(), marked.goingOn());
        } catch (SuppressRestartsException e) {
            return Start.refused(StartRefused.in(e).orElseThrow());
        }
    }

    private static void restore(OneInputStreamOperatorTestHarness<?, ?> harness, @Nullable OperatorSubtaskState state)
            throws Exception {
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
    }

    /** Returns the state's journal, from the ledger: the pipeline was stopped when all was published. */
    private JournalState chain() throws IOException, InterruptedException {
        List<byte[]> records = new ArrayList<>();
        try (Ledger ledger = access(folder, before).open(before.plan())) {
            ledger.read(LedgerRecords.of(records::add));
        }
        LedgerAudit.Report report = LedgerAudit.of(before.plan().domain(), records);
        return new JournalState(report.view().pipeline(before.name()).tip(), List.of(), null, Long.MIN_VALUE);
    }

    private static Pipeline read(Path folder, String text, List<String> settings) throws IOException {
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), text);
        return PipelineFile.read(file, settings, Pipeline.Purpose.RUN).pipeline();
    }

    private static LedgerAccess access(Path folder, Pipeline pipeline) {
        String place = folder.resolve(pipeline.sink().ledger()).toUri().toString();
        return new LedgerAccess(
                DirectoryLedger.at(place),
                pipeline.name(),
                pipeline.domainBudget(),
                pipeline.sink().released());
    }

    private static Schedule schedule(Pipeline pipeline) {
        Clock clock = pipeline.clock();
        return new Schedule(
                Objects.requireNonNull(clock.start()).toEpochMilli(),
                Objects.requireNonNull(clock.until()).toEpochMilli());
    }

    private static byte[] row(Pipeline pipeline) {
        long start = schedule(pipeline).from();
        String query = pipeline.plan().queries().get(0).query().name();
        long end = start + 3_600_000;
        String id = String.join("/", pipeline.plan().domain(), query, "1", "en", Long.toString(end));
        return LedgerEncoding.encode(
                new PublishedRow(Outcome.Kind.RELEASED, start, end, query, "en", id, 0, "line".getBytes(UTF_8)));
    }

    private static OneInputStreamOperatorTestHarness<byte[], Void> publishing(Path folder, Pipeline pipeline)
            throws Exception {
        PublicTimes times = new PublicTimes(schedule(pipeline), 0);
        return deployed(new PublishOperator(pipeline.plan(), times, access(folder, pipeline), Nowhere::new));
    }

    private static <T> OneInputStreamOperatorTestHarness<T, Void> deployed(OneInputStreamOperator<T, Void> operator)
            throws Exception {
        return new OneInputStreamOperatorTestHarness<>(
                operator,
                new MockEnvironmentBuilder()
                        .setJobID(new JobID())
                        .setMaxParallelism(1)
                        .build());
    }

    /** An operator that keeps the identity of a plan's state, as all stateful operators do. */
    private static final class Marked extends AbstractStreamOperator<Void>
            implements OneInputStreamOperator<Long, Void> {

        private static final long serialVersionUID = 1L;

        private final Plan plan;
        private transient @Nullable StateIdentity identity;

        Marked(Plan plan) {
            this.plan = plan;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            identity = StateIdentity.verifyAndStore(plan, context);
        }

        @Override
        public void processElement(StreamRecord<Long> element) {}

        Collection<String> goingOn() {
            Collection<String> names = new TreeSet<>();
            plan.queries().stream()
                    .map(priced -> priced.query().name())
                    .filter(name -> identity != null && identity.migration().continues(name))
                    .forEach(names::add);
            return names;
        }
    }

    /** A sink that discards rows. */
    private record Nowhere() implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {}

        @Override
        public void close() {}
    }
}
