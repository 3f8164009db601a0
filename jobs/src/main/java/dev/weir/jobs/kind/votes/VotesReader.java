package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.section.DomainReader;
import dev.weir.jobs.config.section.LimitsReader;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.query.Plan;
import dev.weir.operators.vote.VoteTerms;
import java.util.List;
import java.util.Optional;

/** Reads the files of kind {@code votes}. */
final class VotesReader {

    private static final Field<String> PIPELINE =
            Field.of("pipeline", Literals.NAME, "names the job and its topics").required();

    /** The fields of a pipeline file. */
    static final Shape FILE = Shape.of(
            PIPELINE,
            PipelineKind.field(AskedVotes.WORD).required(),
            DomainReader.DOMAIN,
            SourceReader.SOURCE,
            ClockReader.CLOCK,
            QuestionsSection.QUESTIONS,
            VotesSection.SECTION,
            MechanismSection.MECHANISM,
            TeacherBudget.PRIVACY,
            SinkReader.SINK,
            LimitsReader.LIMITS,
            CheckpointReader.CHECKPOINT);

    private final PipelineKind.FileContext context;

    /** Creates a reader of one file. */
    VotesReader(PipelineKind.FileContext context) {
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
        VotesSection votes = new VotesSection(root);
        SourceReader sources = new SourceReader(context.file(), context.purpose());
        Source source = sources.readBeside(root, name, votes.teacher());
        votes.checkColumns(source.columns());
        votes.checkTime(source.time());
        ClockReader clock = new ClockReader(root, context.purpose());
        AskedVotes asked = asked(root, name, votes, source);
        Sink sink = SinkReader.read(
                root, context.purpose(), new SinkReader.Names(name, domain.name(), context.file()), source);
        Limits limits = LimitsReader.read(root);
        Checkpoint checkpoint = CheckpointReader.read(root, context.purpose());
        root.finish();
        context.problems().throwIfAny();
        QueryFields fields = fields(votes, asked.terms());
        Plan plan = asked.terms()
                .plan(
                        domain.name(),
                        clock.timing(),
                        sources.unitName(),
                        source.reads(fields).words() + " ");
        domain.requireRoomFor(name, plan);
        context.problems().throwIfAny();
        return new Pipeline(
                name, source, clock.clock(), plan, domain.budget(), List.of(fields), sink, limits, checkpoint, asked);
    }

    /** The terms of the file, after which problems may have been noted. */
    private AskedVotes asked(Section root, String name, VotesSection votes, Source source) {
        MechanismSection mechanism = new MechanismSection(root);
        Optional<Budget> budget = TeacherBudget.read(root, mechanism.mechanism());
        boolean isInteractive =
                mechanism.mechanism().filter(given -> given.isInteractive()).isPresent();
        QuestionPlace questions =
                new QuestionsSection(root, context.file(), context.purpose()).read(source, isInteractive);
        Optional<VoteTerms> terms = votes.terms(name, mechanism.mechanism(), budget);
        if (terms.isEmpty()) {
            context.problems().throwIfAny();
        }
        return new AskedVotes(terms.orElseThrow(), questions, votes.label(), mechanism.words());
    }

    /**
     * The fields of a vote: the id of the question is read as a key, so that it must be there. The label stands among the fields of a
     * condition, because these may be missing or of any type; nothing depends on the condition.
     */
    private static QueryFields fields(VotesSection votes, VoteTerms terms) {
        Condition isDeclared = new Condition.Membership(votes.label(), true, List.of(), terms.labels());
        return new QueryFields(List.of(isDeclared), votes.question(), List.of(List.of()));
    }
}
