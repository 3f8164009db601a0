package dev.weir.jobs;

import dev.weir.jobs.audit.AuditPage;
import dev.weir.jobs.audit.PipelineAudit;
import dev.weir.jobs.audit.VotesAudit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.kind.votes.VotesKind;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.testing.AuditReport;
import dev.weir.testing.world.Disturbance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Attacks the job of a pipeline, over made-up people alone. Exit codes: 0 nothing was found above what may be lost, 1 more is lost,
 * 2 twice the loss would not have been found.
 */
@Command(
        name = "audit",
        description = {
            "Attacks the job of a pipeline: runs it over many copies of its keys, with and without a made-up person, and"
                    + " computes from what it publishes how much of that person it gives away at least.",
            "Exit code 0: nothing found above what the pipeline states. 1: more is lost. 2: twice the loss would not have been found"
                    + " by so few trials. It reads no data and spends no budget."
        },
        footer = {"", "Example:", "  weir audit examples/retail.yaml --trials 2000"})
final class AuditCommand implements Callable<Integer> {

    private static final int FEWEST = 200;

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--trials",
            paramLabel = "N",
            defaultValue = "20000",
            description =
                    "How many copies of the keys, half of them with the person: 200 or more; ${DEFAULT-VALUE} by default.")
    private int trials;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Starts no further job that would not end within so long.")
    private double minutes = Double.POSITIVE_INFINITY;

    @Option(names = "--crash", description = "Kills a task six times in every job.")
    private boolean crash;

    @Option(names = "--restore", description = "Ends every job twice, and goes on with another parallelism.")
    private boolean restore;

    @Option(
            names = "--adopt",
            description =
                    "Loses every job, with what it has published behind a checkpoint, and adopts this checkpoint.")
    private boolean adopt;

    @Option(names = "--seed", paramLabel = "N", description = "Begins the auditor's own choices; random by default.")
    private long seed = System.nanoTime() & 0xFFFF_FFFF_FFFFL;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (trials < FEWEST) {
            throw new IllegalArgumentException("--trials must be >= " + FEWEST + ", was " + trials);
        }
        if (Stream.of(crash, restore, adopt).filter(mode -> mode).count() > 1) {
            throw new IllegalArgumentException("--crash, --restore and --adopt: all but one must be left out");
        }
        options.sayAside(json);
        long seconds = Double.isInfinite(minutes) ? Long.MAX_VALUE : (long) (60 * minutes);
        Pipeline pipeline = options.read(Purpose.EXPLAIN, PipelineKind.Use.AUDIT);
        if (adopt && (VotesKind.isOf(pipeline) || !pipeline.plan().unit().isPeriodic())) {
            throw new IllegalArgumentException(
                    "--adopt: units must have periods, because others may lose their share once more by an adoption");
        }
        PipelineAudit.Order order = new PipelineAudit.Order(pipeline, trials, seconds, disturbance(), seed);
        AuditPage page = VotesKind.isOf(pipeline) ? votes(order) : aggregates(order);
        tell(page);
        return page.report().verdict().exitCode();
    }

    private AuditPage aggregates(PipelineAudit.Order order) throws Exception {
        PipelineAudit audit = new PipelineAudit(order, options.progress());
        AuditReport report = audit.run();
        List<String> notes = new ArrayList<>(audit.differences());
        audit.unreached()
                .forEach(query ->
                        notes.add("query " + query + " is not audited: no record that was made fulfils its where"));
        return page(report, notes);
    }

    private AuditPage votes(PipelineAudit.Order order) throws Exception {
        VotesAudit audit = new VotesAudit(order, options.progress());
        AuditReport report = audit.run();
        return page(report, audit.differences());
    }

    private Disturbance disturbance() {
        if (crash) {
            return Disturbance.CRASH;
        }
        if (restore) {
            return Disturbance.RESTORE;
        }
        return adopt ? Disturbance.ADOPT : Disturbance.NONE;
    }

    private AuditPage page(AuditReport report, List<String> differences) {
        List<String> notes = new ArrayList<>(differences);
        notes.add("the job ran " + disturbance().words() + "; seed " + seed);
        return new AuditPage(report, notes);
    }

    private void tell(AuditPage page) {
        if (json) {
            options.out().println(page.json());
            options.out().flush();
        } else {
            page.lines().forEach(options::say);
        }
    }
}
