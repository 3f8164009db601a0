package dev.weir.jobs.kind.aggregate;

import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.warning.UnwiseTerms;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.record.RecordReader;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.jobs.report.Report;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Pipelines that release noisy aggregates of records: gate, exact totals, one draw of noise. */
public final class AggregateKind implements PipelineKind {

    private static final int MOST_AUDITED_ROWS = 200;

    @Override
    public String word() {
        return Pipeline.AGGREGATE;
    }

    @Override
    public Shape shape() {
        return PipelineReader.FILE;
    }

    @Override
    public Pipeline read(Section root, FileContext context) {
        return new PipelineReader(context).read(root);
    }

    @Override
    public List<String> warnings(Section root, Pipeline pipeline, Purpose purpose) {
        return UnwiseTerms.in(root, pipeline, purpose);
    }

    @Override
    public Card card(Pipeline pipeline) {
        return Card.of(pipeline);
    }

    @Override
    public PayloadReader reader(Pipeline pipeline) {
        return new RecordReader(pipeline);
    }

    @Override
    public void connect(Pipeline pipeline, ReleaseTopology topology, Admitted admitted, ReleaseTopology.Ports ports) {
        topology.release(admitted.records(), admitted.ticks(), FlatRows.of(pipeline), ports);
    }

    @Override
    public Sample sample(Pipeline pipeline, Schedule schedule) {
        return new AggregateSample(pipeline, schedule);
    }

    @Override
    public Optional<String> page(Card card, Path released, boolean revealsExact) throws IOException {
        return Optional.of(new Report(card, revealsExact, null).html(released));
    }

    /** An audit attacks all rows of levels at once, by scores whose making takes a time that grows by their square. */
    @Override
    public Optional<String> refusal(Use use, Pipeline pipeline) {
        return pipeline.plan().queries().stream()
                .filter(priced -> use == Use.AUDIT && priced.levelNoise().isPresent())
                .map(PricedQuery::query)
                .flatMap(query -> notAudited(query).stream())
                .findFirst();
    }

    private static Optional<String> notAudited(Query query) {
        return query.keys().known().size() > MOST_AUDITED_ROWS
                ? Optional.of("cannot be audited where levels have more than " + MOST_AUDITED_ROWS
                        + " rows, as in query " + query.name())
                : Optional.empty();
    }

    /** Keys that nobody declared have exact rows wherever units have touched them, and other rows where they were announced. */
    @Override
    public void reveal(Pipeline pipeline, Exact exact) throws IOException {
        if (pipeline.plan().keys().equals(Delta.ZERO)) {
            PipelineKind.super.reveal(pipeline, exact);
        } else if (exact.rows() < exact.released() + exact.withheld()) {
            throw new IllegalStateException("every row must have an exact one, had too few: please report this");
        }
    }

    @Override
    public Optional<String> refusal(Use use) {
        return Optional.empty();
    }
}
