package dev.weir.jobs.config.pipeline;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.kind.aggregate.AggregateKind;
import dev.weir.jobs.kind.encode.EncodeKind;
import dev.weir.jobs.kind.reports.ReportsKind;
import dev.weir.jobs.kind.votes.VotesKind;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.List;

/** The kinds of pipelines. This class has the only list of them. */
public final class PipelineKinds {

    /** The kinds. A file that names no kind is of the first. */
    private static final List<PipelineKind> ALL =
            List.of(new AggregateKind(), new EncodeKind(), new ReportsKind(), new VotesKind());

    private static final List<String> WORDS =
            ALL.stream().map(PipelineKind::word).toList();

    private static final Field<String> KIND =
            PipelineKind.field(Pipeline.AGGREGATE).as(Literals.choice(WORDS, String.join(" | ", WORDS)));

    private PipelineKinds() {}

    /**
     * Returns the kind of a file. A kind that does not exist is noted as a problem.
     *
     * @param file the map of the file's settings
     * @param problems collects the problems of the file
     * @throws InvalidPipeline if there is no such kind
     */
    static PipelineKind of(Item file, Problems problems) {
        String word = new Section(file, "", problems, Shape.of(KIND)).read(KIND, Pipeline.AGGREGATE);
        problems.throwIfAny();
        return named(word);
    }

    /**
     * Returns the kind of a pipeline.
     *
     * @param pipeline the pipeline
     */
    public static PipelineKind of(Pipeline pipeline) {
        return named(pipeline.terms().kind());
    }

    /**
     * Refuses a pipeline of a kind that cannot be used for something.
     *
     * @param pipeline the pipeline
     * @param use what it is to be used for
     * @throws IllegalArgumentException if its kind cannot
     */
    public static void require(Pipeline pipeline, PipelineKind.Use use) {
        PipelineKind kind = of(pipeline);
        kind.refusal(use, pipeline).ifPresent(why -> {
            throw new IllegalArgumentException("kind: " + kind.word() + " " + why);
        });
    }

    /** Returns the shapes of pipeline files, one for each kind. */
    public static List<Shape> shapes() {
        return ALL.stream().map(PipelineKind::shape).toList();
    }

    private static PipelineKind named(String word) {
        return ALL.get(WORDS.indexOf(word));
    }
}
