package dev.weir.jobs.config.pipeline;

import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import dev.weir.jobs.format.binary.SchemaFile;
import dev.weir.jobs.format.registry.RegistrySection;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Overrides;
import dev.weir.jobs.settings.PipelineLanguage;
import dev.weir.jobs.settings.PipelineLanguages;
import dev.weir.jobs.settings.Problems;
import dev.weir.jobs.settings.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pipeline file that has been read and checked.
 *
 * @param pipeline the pipeline
 * @param warnings the settings that are allowed but unwise, one line each, in the form of problems
 */
public record PipelineFile(Pipeline pipeline, List<String> warnings) {

    public PipelineFile {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a file.
     *
     * @param file a pipeline file in YAML 1.2 or another language; files that it names are relative to it
     * @param settings values of the form {@code path.to.field=value}, which override the file
     * @param purpose the purpose for which the file is read
     * @throws InvalidPipeline with every problem of the file, in the order of its lines
     */
    public static PipelineFile read(Path file, List<String> settings, Purpose purpose) {
        return read(List.of(file), settings, purpose);
    }

    /**
     * Reads several files that are one pipeline.
     *
     * @param files the files, at least one, in one language; files that they name are relative to the first
     * @param settings values of the form {@code path.to.field=value}, which override the files
     * @param purpose the purpose for which the files are read
     * @throws InvalidPipeline with every problem of the files
     */
    public static PipelineFile read(List<Path> files, List<String> settings, Purpose purpose) {
        Problems problems = new Problems();
        return of(tree(files, settings, problems), files.get(0), purpose, problems);
    }

    /**
     * Returns the tree of settings of a pipeline file.
     *
     * @param files the files, at least one
     * @param settings values that override the files
     * @throws InvalidPipeline if the files are no tree of settings
     */
    public static Item settings(List<Path> files, List<String> settings) {
        return tree(files, settings, new Problems());
    }

    /**
     * Reads a tree of settings.
     *
     * @param tree the tree
     * @param file the file that it was read from; files that it names are relative to it
     * @param purpose the purpose for which it is read
     * @param problems collects the problems
     * @throws InvalidPipeline with every problem
     */
    public static PipelineFile of(Item tree, Path file, Purpose purpose, Problems problems) {
        PipelineKind kind = PipelineKinds.of(tree, problems);
        Section root = new Section(tree, "", problems, kind.shape());
        Pipeline pipeline = kind.read(root, new PipelineKind.FileContext(file, purpose, problems));
        requireFields(root, pipeline, problems);
        return new PipelineFile(pipeline, kind.warnings(root, pipeline, purpose));
    }

    /** Requires that the schema of the records, if they have one, has the fields that the pipeline reads, that its registry can be waited for, and that
     * rows of several queries have subjects of their own. */
    private static void requireFields(Section root, Pipeline pipeline, Problems problems) {
        Stream<String> fields = pipeline.readFields().stream().filter(field -> !MessageFields.isOne(field));
        pipeline.source().format().problems(fields).forEach(rule -> root.section(SourceReader.SOURCE)
                .problem(SchemaFile.FILE, rule));
        Duration patience = pipeline.source().format().patience();
        if (!patience.isZero()) {
            RegistrySection.requireLonger(
                    root.section(SourceReader.SOURCE),
                    patience,
                    pipeline.clock().idle());
        }
        SinkReader.requireSubjects(root, pipeline);
        problems.throwIfAny();
    }

    /** Reads the map of settings in files, and overrides it by the settings of the command line. */
    private static Item tree(List<Path> files, List<String> settings, Problems problems) {
        List<PipelineLanguage.Text> texts = files.stream()
                .map(file -> new PipelineLanguage.Text(file.toString(), text(file, problems)))
                .toList();
        problems.throwIfAny();
        Item root = PipelineLanguages.tree(texts, problems);
        problems.throwIfAny();
        new Overrides(problems).apply(root, settings);
        if (root.kind() != Item.Kind.MAP) {
            problems.add(
                    root.origin(),
                    "file",
                    "must be a pipeline file, that is a map of settings in YAML, was " + root.kind());
        }
        problems.throwIfAny();
        return root;
    }

    private static String text(Path file, Problems problems) {
        try {
            return TextFile.read(file);
        } catch (CharacterCodingException e) {
            problems.add(new Origin(file.toString(), 1), "file", "must be UTF-8");
        } catch (IOException e) {
            String rule = Files.isDirectory(file) ? "must be a file, was a directory" : "must exist and be readable";
            problems.add(new Origin(file.toString(), 1), "file", rule);
        }
        return "";
    }
}
