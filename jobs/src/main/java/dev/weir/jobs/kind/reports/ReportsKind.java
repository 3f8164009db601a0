package dev.weir.jobs.kind.reports;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.operators.local.support.ReportReader;
import dev.weir.operators.local.support.ReportTopology;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Pipelines that read local reports and publish estimates. Reports are private when they are sent, so that nothing is charged and
 * no noise is drawn: {@link ReportTopology}.
 */
public final class ReportsKind implements PipelineKind {

    private static ReportsTerms terms(Pipeline pipeline) {
        return (ReportsTerms) pipeline.terms();
    }

    @Override
    public String word() {
        return ReportsTerms.WORD;
    }

    @Override
    public Shape shape() {
        return ReportsReader.FILE;
    }

    @Override
    public Pipeline read(Section root, FileContext context) {
        return new ReportsReader(context).read(root);
    }

    @Override
    public List<String> warnings(Section root, Pipeline pipeline, Purpose purpose) {
        return new ReportsWarnings(root, terms(pipeline)).lines();
    }

    @Override
    public Card card(Pipeline pipeline) {
        return Card.of(new ReportsPage(pipeline, terms(pipeline)).section());
    }

    @Override
    public PayloadReader reader(Pipeline pipeline) {
        ReportReader reader =
                new ReportReader(terms(pipeline).asked(), pipeline.limits().recordBytes());
        return (bytes, outside, decoded) -> reader.read(bytes, decoded);
    }

    @Override
    public void connect(Pipeline pipeline, ReleaseTopology topology, Admitted admitted, ReleaseTopology.Ports ports) {
        new ReportTopology(terms(pipeline).asked(), topology)
                .estimate(admitted.records(), admitted.ticks(), new JsonEstimates(), ports);
    }

    @Override
    public Sample sample(Pipeline pipeline, Schedule schedule) {
        return new ReportsSample(terms(pipeline));
    }

    @Override
    public Optional<String> page(Card card, Path released, boolean revealsExact) {
        return Optional.empty();
    }

    @Override
    public boolean spends() {
        return false;
    }

    @Override
    public Optional<String> refusal(Use use) {
        return switch (use) {
            case CHECK -> Optional.empty();
            case AUDIT -> Optional.of("draws no noise that could be audited: its reports are private when they come");
            case EXACT -> Optional.of("has no exact totals: it never sees an answer");
        };
    }
}
