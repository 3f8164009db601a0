package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
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
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.local.encode.EncodeTerms;
import dev.weir.operators.local.encode.ReportAllowance;
import dev.weir.operators.query.Plan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Reads the files of kind {@code encode}. */
final class EncodeReader {

    private static final BigDecimal MEANINGLESS = BigDecimal.valueOf(100);

    private static final Field<String> PIPELINE =
            Field.of("pipeline", Literals.NAME, "names the job and its topics").required();

    /** The fields of a pipeline file. */
    static final Shape FILE = Shape.of(
            PIPELINE,
            PipelineKind.field(EncodedAnswer.WORD).required(),
            DomainReader.DOMAIN,
            SourceReader.SOURCE,
            ClockReader.CLOCK,
            AnswerSection.REPORT,
            AllowanceSection.ALLOWANCE,
            SinkReader.SINK,
            LimitsReader.LIMITS,
            CheckpointReader.CHECKPOINT);

    private final PipelineKind.FileContext context;

    /** Creates a reader of one file. */
    EncodeReader(PipelineKind.FileContext context) {
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
        SourceReader sources = new SourceReader(context.file(), context.purpose());
        Source source = sources.read(root, name, false);
        ClockReader clock = new ClockReader(root, context.purpose());
        AnswerSection report = new AnswerSection(root);
        Optional<EncodeTerms> read = terms(root, report, source.columns());
        Sink sink = SinkReader.read(root, context.purpose(), names(name, domain), source);
        Limits limits = LimitsReader.read(root);
        Checkpoint checkpoint = CheckpointReader.read(root, context.purpose());
        root.finish();
        context.problems().throwIfAny();
        EncodeTerms terms = read.orElseThrow();
        QueryFields fields = fields(terms.question(), report.field());
        String reads = source.reads(fields).words();
        Plan plan = terms.plan(domain.name(), clock.timing(), sources.unitName(), reads);
        requireRoom(domain, name, plan);
        return new Pipeline(
                name,
                source,
                clock.clock(),
                plan,
                domain.budget(),
                List.of(fields),
                writingOnce(sink),
                limits,
                checkpoint,
                new EncodedAnswer(terms, report.field(), report.mechanism()));
    }

    private SinkReader.Names names(String pipeline, DomainReader domain) {
        return new SinkReader.Names(pipeline, domain.name(), context.file());
    }

    private void requireRoom(DomainReader domain, String name, Plan plan) {
        domain.requireRoomFor(name, plan);
        context.problems().throwIfAny();
    }

    private static Optional<EncodeTerms> terms(Section root, AnswerSection report, List<String> columns) {
        ReportAllowance allowance = AllowanceSection.read(root);
        Optional<Question> question = report.question();
        report.checkColumns(columns);
        if (question.isEmpty()) {
            return Optional.empty();
        }
        try {
            EncodeTerms terms = new EncodeTerms(question.get(), report.version(), report.epsilon(), allowance);
            if (terms.epsilonOfPeriod().compareTo(MEANINGLESS) > 0) {
                report.problem("must be such that a person loses at most epsilon 100 a period, was "
                        + terms.epsilonOfPeriod().toPlainString());
            }
            return Optional.of(terms);
        } catch (IllegalArgumentException e) {
            root.section(AnswerSection.REPORT).noteRefusal(e);
            return Optional.empty();
        }
    }

    /** The fields of a record: the answer is read as a key, so that it must be there, and a number also as a number. */
    private static QueryFields fields(Question question, String field) {
        List<QueryFields.Read> reads =
                question instanceof NumberQuestion ? List.of(QueryFields.Read.number(field)) : List.of();
        return new QueryFields(List.of(), field, List.of(reads));
    }

    /** A report that stood twice in its topic would be counted twice, so that what is there is never written again. */
    private static Sink writingOnce(Sink sink) {
        return new Sink(sink.released(), sink.withheld(), sink.deadLetter(), sink.ledger(), true);
    }
}
