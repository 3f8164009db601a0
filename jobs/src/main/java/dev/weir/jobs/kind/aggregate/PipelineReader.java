package dev.weir.jobs.kind.aggregate;

import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.query.LookupsReader;
import dev.weir.jobs.config.query.PlanTerms;
import dev.weir.jobs.config.query.QueriesReader;
import dev.weir.jobs.config.query.QueryContext;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.section.DomainReader;
import dev.weir.jobs.config.section.LimitsReader;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.settings.Problems;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.util.Objects;

/** Reads the sections of a pipeline file and builds the pipeline from them. */
final class PipelineReader {

    private static final Field<String> PIPELINE =
            Field.of("pipeline", Literals.NAME, "names the job and its topics").required();

    /** The fields of a pipeline file. */
    static final Shape FILE = Shape.of(
            PIPELINE,
            PipelineKind.field(Pipeline.AGGREGATE),
            DomainReader.DOMAIN,
            SourceReader.SOURCE,
            LookupsReader.LOOKUPS,
            ClockReader.CLOCK,
            BudgetReader.PRIVACY,
            QueriesReader.QUERIES,
            SinkReader.SINK,
            LimitsReader.LIMITS,
            CheckpointReader.CHECKPOINT);

    private final Path file;
    private final Purpose purpose;
    private final Problems problems;

    /**
     * Creates a reader of one file.
     *
     * @param context the file and the purpose for which it is read
     */
    PipelineReader(PipelineKind.FileContext context) {
        this.file = context.file();
        this.purpose = context.purpose();
        this.problems = context.problems();
    }

    /**
     * Reads the pipeline.
     *
     * @throws InvalidPipeline with all problems of the file
     */
    Pipeline read(Section root) {
        String name = root.read(PIPELINE, "pipeline");
        DomainReader domain = new DomainReader(root);
        BudgetReader budget = new BudgetReader(root);
        SourceReader sources = new SourceReader(file, purpose);
        Source raw = sources.read(root, name, budget.unit().isEvent());
        ClockReader clock = new ClockReader(root, purpose);
        Sink sink = SinkReader.read(root, purpose, new SinkReader.Names(name, domain.name(), file), raw);
        Limits limits = LimitsReader.read(root);
        Source source = raw.with(new LookupsReader(file, problems, limits).read(root, raw));
        Checkpoint checkpoint = CheckpointReader.read(root, purpose);
        QueryContext context =
                new QueryContext(file, problems, limits, source, budget.unit().zone());
        QueriesReader queries = new QueriesReader(root, context);
        root.finish();
        domain.requireRoomFor(name, budget);
        queries.check(budget, source.columns());
        problems.throwIfAny();
        Plan plan = queries.plan(new PlanTerms(domain.name(), budget, clock.timing(), sources.unitName()), problems);
        domain.requireRoomFor(name, plan);
        checkSchedule(plan, clock.clock(), root);
        problems.throwIfAny();
        return new Pipeline(
                name, source, clock.clock(), plan, domain.budget(), queries.fields(), sink, limits, checkpoint);
    }

    /**
     * Checks that the windows that may be open at once are not too large. A run without a declared start begins when it
     * is built. The size of open windows does not depend on the start, so it is checked with a start of 0.
     */
    private void checkSchedule(Plan plan, Clock clock, Section root) {
        boolean isBounded = clock.start() != null && clock.until() != null;
        if (!isBounded && purpose != Purpose.RUN) {
            return;
        }
        try {
            plan.requireReleasable(isBounded ? bounded(clock) : Schedule.startingAt(0));
        } catch (IllegalArgumentException e) {
            root.problem(ClockReader.CLOCK, String.valueOf(e.getMessage()));
        }
    }

    private static Schedule bounded(Clock clock) {
        return Schedule.between(Objects.requireNonNull(clock.start()), Objects.requireNonNull(clock.until()));
    }
}
