package dev.weir.jobs.config.pipeline;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.section.DomainReader;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.config.query.PlanTerms;
import dev.weir.jobs.config.query.QueriesReader;
import dev.weir.jobs.config.query.QueryContext;
import dev.weir.jobs.config.yaml.Problems;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.util.Objects;

/** Reads the sections of a pipeline file and puts them together. */
final class PipelineReader {

    private static final int RECORD_BYTES = 1 << 20;
    private static final int SHORT_BYTES = 256;
    private static final int MOST_BYTES = 1 << 28;

    private final Path file;
    private final Purpose purpose;
    private final Problems problems;

    /**
     * A reader of one file.
     *
     * @param file the file, which others that it names are relative to
     * @param problems where what is wrong is noted
     */
    PipelineReader(Path file, Purpose purpose, Problems problems) {
        this.file = file;
        this.purpose = purpose;
        this.problems = problems;
    }

    /**
     * The pipeline.
     *
     * @throws InvalidPipeline with all that is wrong
     */
    Pipeline read(Section root) {
        String name = root.required("pipeline", Literals::name, "pipeline");
        DomainReader domain = new DomainReader(root.section("domain"));
        BudgetReader budget = new BudgetReader(root.section("privacy"));
        SourceReader sources = new SourceReader(file, purpose);
        Source source = sources.read(root.section("source"), name, budget.unit() == PrivacyUnit.EVENT);
        ClockReader clock = new ClockReader(root, purpose);
        Sink sink = SinkReader.read(root, purpose, new SinkReader.Names(name, domain.name()), source);
        Limits limits = limits(root.optionalSection("limits"));
        Checkpoint checkpoint = CheckpointReader.read(root, purpose);
        QueriesReader queries = new QueriesReader(root, new QueryContext(file, problems, limits, source));
        root.finish();
        domain.requireRoomFor(name, budget);
        queries.check(budget, source.columns());
        problems.throwIfAny();
        Plan plan = queries.plan(new PlanTerms(domain.name(), budget, clock.timing(), sources.unitName()), problems);
        checkSchedule(plan, clock.clock(), root);
        problems.throwIfAny();
        return new Pipeline(
                name, source, clock.clock(), plan, domain.budget(), queries.fields(), sink, limits, checkpoint);
    }

    private static Limits limits(Section section) {
        Limits limits = new Limits(
                bytes(section, "record-bytes", RECORD_BYTES),
                bytes(section, "key-bytes", SHORT_BYTES),
                bytes(section, "unit-bytes", SHORT_BYTES));
        section.finish();
        return limits;
    }

    private static int bytes(Section section, String field, int absent) {
        return section.optional(field, Literals.whole(1, MOST_BYTES), (long) absent)
                .intValue();
    }

    /** What a run starts without, the time it is built gives; how much may be open at once does not depend on it. */
    private void checkSchedule(Plan plan, Clock clock, Section root) {
        boolean isBounded = clock.start() != null && clock.until() != null;
        if (!isBounded && purpose != Purpose.RUN) {
            return;
        }
        try {
            plan.requireReleasable(isBounded ? bounded(clock) : Schedule.startingAt(0));
        } catch (IllegalArgumentException e) {
            root.problem("clock", String.valueOf(e.getMessage()));
        }
    }

    private static Schedule bounded(Clock clock) {
        return Schedule.between(Objects.requireNonNull(clock.start()), Objects.requireNonNull(clock.until()));
    }
}
