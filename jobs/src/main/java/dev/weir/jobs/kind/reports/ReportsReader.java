package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.query.WindowReader;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.section.DomainReader;
import dev.weir.jobs.config.section.LimitsReader;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.local.support.ReportQuestion;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the files of kind {@code reports}. */
final class ReportsReader {

    private static final Field<String> PIPELINE =
            Field.of("pipeline", Literals.NAME, "names the job and its topics").required();

    /** The fields of a pipeline file. */
    static final Shape FILE = Shape.of(
            PIPELINE,
            PipelineKind.field(ReportsTerms.WORD).required(),
            DomainReader.DOMAIN,
            SourceReader.TOPIC_ALONE,
            ClockReader.CLOCK,
            ReportSection.REPORT,
            WindowReader.STEADY_WINDOW,
            EstimateSection.ESTIMATE,
            SinkReader.SINK,
            LimitsReader.LIMITS,
            CheckpointReader.CHECKPOINT);

    private final PipelineKind.FileContext context;

    /** Creates a reader of one file. */
    ReportsReader(PipelineKind.FileContext context) {
        this.context = context;
    }

    /**
     * Reads the pipeline.
     *
     * @throws InvalidPipeline with all problems of the file
     */
    Pipeline read(Section root) {
        String name = root.read(PIPELINE, "pipeline");
        DomainReader domain = new DomainReader(root);
        Source source = new SourceReader(context.file(), context.purpose()).readTopic(root, name, new JsonFormat());
        ClockReader clock = new ClockReader(root, context.purpose());
        ReportsTerms terms = terms(root);
        Sink sink = SinkReader.read(
                root, context.purpose(), new SinkReader.Names(name, domain.name(), context.file()), source);
        Limits limits = LimitsReader.read(root);
        Checkpoint checkpoint = CheckpointReader.read(root, context.purpose());
        root.finish();
        context.problems().throwIfAny();
        if (terms == null) {
            throw new IllegalStateException("a question that cannot be read must be a problem");
        }
        Plan plan;
        try {
            plan = terms.asked().plan(domain.name(), clock.timing());
        } catch (IllegalArgumentException e) {
            root.section(ClockReader.CLOCK).noteRefusal(e);
            throw new InvalidPipeline(context.problems().lines());
        }
        return new Pipeline(
                name, source, clock.clock(), plan, budget(domain), List.of(), sink, limits, checkpoint, terms);
    }

    /**
     * The budget of the domain, by default 1 whatever the question, because a ledger keeps what was declared first. The pipeline
     * claims next to nothing of it, so that any number of pipelines estimate from the same reports.
     */
    private static BudgetSplit budget(DomainReader domain) {
        BudgetSplit stated = domain.budget();
        return stated == null ? BudgetSplit.ofNoise(new Budget.Pure(BigDecimal.ONE)) : stated;
    }

    /** The terms of the file; null if a problem has been noted. */
    private static @Nullable ReportsTerms terms(Section root) {
        int before = root.problemsSoFar();
        ReportSection report = new ReportSection(root);
        Section windows = root.section(WindowReader.STEADY_WINDOW);
        Window window = WindowReader.steady(windows);
        EstimateSection estimate = new EstimateSection(root);
        Optional<Question> question = report.question();
        estimate.check(question.orElse(null) instanceof NumberQuestion, window.sharesNoise());
        if (question.isEmpty() || !root.isSound(before)) {
            return null;
        }
        try {
            ReportQuestion asked =
                    new ReportQuestion(question.get(), estimate.version(), report.period(), window, estimate.terms());
            return new ReportsTerms(asked, report.mechanism(), report.epsilon(), estimate.shuffle());
        } catch (IllegalArgumentException e) {
            root.noteRefusal(e);
            return null;
        }
    }
}
