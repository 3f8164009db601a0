package dev.weir.jobs.kind.encode;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.record.AnswerReader;
import dev.weir.operators.local.encode.EncodeTopology;
import dev.weir.operators.topology.ReleaseTopology;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Pipelines that draw a local report of each record: whoever reads their topic need not be trusted. */
public final class EncodeKind implements PipelineKind {

    @Override
    public String word() {
        return EncodedAnswer.WORD;
    }

    @Override
    public Shape shape() {
        return EncodeReader.FILE;
    }

    @Override
    public Pipeline read(Section root, FileContext context) {
        return new EncodeReader(context).read(root);
    }

    @Override
    public List<String> warnings(Section root, Pipeline pipeline, Purpose purpose) {
        return new EncodeWarnings(root, pipeline, answer(pipeline)).lines();
    }

    @Override
    public Card card(Pipeline pipeline) {
        return Card.of(new EncodePage(pipeline, answer(pipeline)).section());
    }

    /**
     * Returns the part of a pipeline that only this kind has.
     *
     * @param pipeline the pipeline
     * @throws IllegalArgumentException if the pipeline is of another kind
     */
    public static EncodedAnswer answer(Pipeline pipeline) {
        if (pipeline.terms() instanceof EncodedAnswer answer) {
            return answer;
        }
        throw new IllegalArgumentException("kind: must be " + EncodedAnswer.WORD + ", was "
                + pipeline.terms().kind());
    }

    @Override
    public AnswerReader reader(Pipeline pipeline) {
        EncodedAnswer answer = answer(pipeline);
        return new AnswerReader(pipeline, answer.field(), answer.terms().question());
    }

    @Override
    public void connect(Pipeline pipeline, ReleaseTopology topology, Admitted admitted, ReleaseTopology.Ports ports) {
        new EncodeTopology(answer(pipeline).terms(), topology).encode(admitted.records(), admitted.ticks(), ports);
    }

    /** A report is written while its period lasts. */
    @Override
    public long aheadMillis(Pipeline pipeline) {
        return answer(pipeline).terms().allowance().periodMillis();
    }

    @Override
    public Optional<String> page(Card card, Path released, boolean revealsExact) {
        return Optional.empty();
    }

    @Override
    public Optional<String> refusal(Use use) {
        return Optional.of(
                switch (use) {
                    case CHECK -> "bounds and clamps nothing: weir encode and weir replay tell what becomes of records";
                    case AUDIT ->
                        "cannot be audited: its reports are independent draws, whose law tests enumerate exactly";
                    case EXACT -> "has no exact totals to reveal";
                });
    }
}
