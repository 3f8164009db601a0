package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kafka.sink.LaterDeadLetters;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.record.VoteReader;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteFormat;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.operators.vote.VoteTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Pipelines that publish noisy winners of votes of teachers on public questions: {@link VoteTopology}. */
public final class VotesKind implements PipelineKind {

    private static AskedVotes asked(Pipeline pipeline) {
        return (AskedVotes) pipeline.terms();
    }

    /**
     * Returns what the teachers of a pipeline vote on.
     *
     * @param pipeline a pipeline of this kind
     */
    public static VoteTerms terms(Pipeline pipeline) {
        return asked(pipeline).terms();
    }

    /**
     * Returns the name of the field of a vote that holds the label.
     *
     * @param pipeline a pipeline of this kind
     */
    public static String label(Pipeline pipeline) {
        return asked(pipeline).label();
    }

    /** Returns the format of the lines that readers see. */
    public static VoteFormat format() {
        return new JsonLabels();
    }

    /**
     * Whether a pipeline is of this kind.
     *
     * @param pipeline the pipeline
     */
    public static boolean isOf(Pipeline pipeline) {
        return pipeline.terms() instanceof AskedVotes;
    }

    @Override
    public String word() {
        return AskedVotes.WORD;
    }

    @Override
    public Shape shape() {
        return VotesReader.FILE;
    }

    @Override
    public Pipeline read(Section root, FileContext context) {
        return new VotesReader(context).read(root);
    }

    @Override
    public List<String> warnings(Section root, Pipeline pipeline, Purpose purpose) {
        return new VotesWarnings(root, asked(pipeline).terms()).lines();
    }

    @Override
    public Card card(Pipeline pipeline) {
        return Card.of(new VotesPage(pipeline, asked(pipeline)).section());
    }

    @Override
    public PayloadReader reader(Pipeline pipeline) {
        AskedVotes asked = asked(pipeline);
        return new VoteReader(pipeline, asked.label(), asked.terms().labels());
    }

    @Override
    public void connect(Pipeline pipeline, ReleaseTopology topology, Admitted admitted, ReleaseTopology.Ports ports) {
        AskedVotes asked = asked(pipeline);
        DataStream<PublicQuestion> questions = new QuestionStream(pipeline, asked)
                .in(
                        admitted.records().getExecutionEnvironment(),
                        topology.schedule().from());
        DataStream<DeadLetter> refused = new VoteTopology(asked.terms(), topology)
                .label(
                        new VoteTopology.Inputs(admitted.records(), admitted.ticks(), questions),
                        new JsonLabels(),
                        ports);
        LaterDeadLetters.write(refused, pipeline);
    }

    @Override
    public Sample sample(Pipeline pipeline, Schedule schedule) {
        return new VotesSample(pipeline, asked(pipeline));
    }

    @Override
    public void reveal(Pipeline pipeline, Exact exact) throws IOException {
        new PrivateVotes(asked(pipeline)).write(exact);
    }

    @Override
    public List<String> revealed() {
        return List.of(PrivateVotes.FILE);
    }

    @Override
    public Optional<String> page(Card card, Path released, boolean revealsExact) {
        return Optional.empty();
    }

    @Override
    public Optional<String> refusal(Use use) {
        return Optional.empty();
    }
}
