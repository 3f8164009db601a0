package dev.weir.sql;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.PipelineLanguage;
import dev.weir.jobs.settings.PipelineLanguages;
import dev.weir.jobs.settings.Problems;
import dev.weir.operators.state.restore.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Reads scripts for tests. */
final class Scripts {

    static final Path EXAMPLES = Path.of("..", "examples");

    private Scripts() {}

    static String resource(String name) {
        try (InputStream file = Objects.requireNonNull(Scripts.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The tree of texts, each a file: {@code a.sql}, {@code b.sql} and so on, or one {@code a.yaml}. */
    static Item tree(String ending, Problems problems, String... texts) {
        List<PipelineLanguage.Text> files = IntStream.range(0, texts.length)
                .mapToObj(i -> new PipelineLanguage.Text((char) ('a' + i) + ending, texts[i]))
                .toList();
        Item tree = PipelineLanguages.tree(files, problems);
        problems.throwIfAny();
        return tree;
    }

    /** The pipeline of a script. */
    static Pipeline read(String... texts) {
        Problems problems = new Problems();
        return pipeline(tree(".sql", problems, texts), problems);
    }

    /** The pipeline of a tree; files that it names are those of the examples. */
    static Pipeline pipeline(Item tree, Problems problems) {
        return PipelineFile.of(tree, EXAMPLES.resolve("a.sql"), Purpose.EXPLAIN, problems)
                .pipeline();
    }

    static String card(Pipeline pipeline) {
        return PipelineKinds.of(pipeline).card(pipeline).json();
    }

    static List<QueryMeaning> fingerprints(Pipeline pipeline) {
        return pipeline.plan().queries().stream().map(Fingerprint::meaning).toList();
    }
}
