package dev.weir.jobs.audit;

import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.TemporaryFolder;
import dev.weir.jobs.kind.votes.VotesKind;
import dev.weir.jobs.progress.Progress;
import dev.weir.operators.query.Plan;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.testing.AuditReport;
import dev.weir.testing.StatedEvaluation;
import dev.weir.testing.published.Published;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.AuditJob;
import dev.weir.testing.world.SlotInput;
import dev.weir.testing.world.VoteRelease;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Audits votes of teachers: runs their job over many worlds, in some of which the labels of one made-up teacher are others, and computes
 * from the published labels how much that teacher loses at least.
 */
public final class VotesAudit {

    private static final int ROWS_OF_A_JOB = 100_000;

    private final PipelineAudit.Order order;
    private final Progress progress;
    private final AuditedVotes audited;
    private final AuditedVotes.Mechanisms mechanisms;
    private final List<VoteScenario> scenarios;
    private final Pipeline pipeline;

    /**
     * An audit.
     *
     * @param order what is to be audited
     * @param progress is told how far it is
     */
    public VotesAudit(PipelineAudit.Order order, Progress progress) {
        this(order, progress, AuditedVotes.Mechanisms.OWN);
    }

    /** An audit of a job whose mechanism may be another one than the file states, to see whether the audit finds that. */
    VotesAudit(PipelineAudit.Order order, Progress progress, AuditedVotes.Mechanisms mechanisms) {
        VoteTerms terms = VotesKind.terms(order.pipeline());
        this.order = order;
        this.progress = progress;
        this.audited = AuditedVotes.of(terms, order.trials());
        this.mechanisms = mechanisms;
        this.scenarios = VoteScenario.all(
                terms.mechanism().check().map(VoteMechanism.Check::sigma).orElse(BigDecimal.ZERO));
        this.pipeline = withColumns(order.pipeline());
    }

    /** The pipeline with the columns that it reads, where a file's first line would name them. */
    private static Pipeline withColumns(Pipeline pipeline) {
        return pipeline.source().format().header().isEmpty()
                ? pipeline
                : pipeline.withColumns(new ArrayList<>(pipeline.readFields()));
    }

    /** Runs the audit. */
    public AuditReport run() throws Exception {
        int jobs = Math.max(1, (order.trials() + worldsOfAJob() - 1) / worldsOfAJob());
        int worlds = (order.trials() / jobs + 2) / 2 * 2;
        Trials trials = Trials.of(worlds * jobs, order.seed());
        List<String> labels = audited.terms().labels();
        try (Published published = new Published(trials.count(), new LabelRowReader(labels.get(0), labels.get(1)))) {
            int done = runJobs(trials, worlds, published);
            Map<Scenario, Stated> stated = new LinkedHashMap<>();
            scenarios.forEach(scenario -> stated.put(scenario.row(), audited.stated(scenario)));
            return new StatedEvaluation(trials.first(done), List.copyOf(stated.keySet()), stated::get, order.seed())
                    .of(audited.terms().name(), published);
        }
    }

    /** Returns as many as memory and the budget of one job allow. */
    private int worldsOfAJob() {
        double most = Math.min(
                (double) ROWS_OF_A_JOB / audited.questions(),
                AuditedVotes.LARGEST / audited.price(audited.questions()));
        return (int) Math.max(8, most);
    }

    private int runJobs(Trials trials, int worlds, Published published) throws Exception {
        long start = System.nanoTime();
        int done = 0;
        long longest = 0;
        while (done < trials.count() && (done == 0 || seconds(start) + longest < order.seconds())) {
            long before = seconds(start);
            published.from(done);
            for (int number = 0; number < scenarios.size(); number++) {
                runJob(number, new Part(trials, done, worlds), published);
            }
            done += worlds;
            longest = Math.max(longest, seconds(start) - before);
            progress.say(done + " of " + trials.count() + " worlds of " + scenarios.size()
                    + " scenarios have run, after " + seconds(start) + " s");
        }
        return done;
    }

    private static long seconds(long start) {
        return (System.nanoTime() - start) / 1_000_000_000;
    }

    /** Some of the worlds: those from the first on. */
    private record Part(Trials trials, int first, int worlds) {}

    private void runJob(int number, Part part, Published published) throws Exception {
        VoteScenario scenario = scenarios.get(number);
        int questions = audited.questions(scenario);
        VoteWorlds content = new VoteWorlds(pipeline, scenario, number, questions);
        VoteTerms terms = audited.job(scenario, part.worlds(), mechanisms);
        Plan own = pipeline.plan();
        try (TemporaryFolder folder = TemporaryFolder.of("weir-audit")) {
            Plan plan = terms.plan(own.domain(), own.timing(), own.unitName(), "");
            VoteRelease release = new VoteRelease(
                    terms, VotesKind.format(), content.asked(part.worlds()), (long) part.worlds() * questions);
            SlotDecoder decoder = new SlotDecoder(new VotesKind().reader(pipeline));
            AuditJob job = new AuditJob(plan, content.schedule(), decoder, release, folder.path());
            SlotInput votes = new SlotInput(content.slots(part.worlds()), content.votes(part.trials(), part.first()));
            job.run(votes, order.disturbance(), published, order.seed() + part.first() + number);
        }
    }

    /** What differs from the pipeline of the file, in sentences. */
    public List<String> differences() {
        return List.of(
                "the mechanism is the pipeline's own but for its threshold, which goes with the few votes of a world, and for labels beyond two;",
                "a world has up to " + audited.questions()
                        + " questions, of which the budget pays for all: what may be lost is the price of these");
    }
}
