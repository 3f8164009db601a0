package dev.weir.jobs.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A pipeline file that has been read and checked.
 *
 * @param pipeline what it asks for
 * @param warnings what is allowed and unwise, one line each, in the form of problems
 */
public record PipelineFile(Pipeline pipeline, List<String> warnings) {

    public PipelineFile {
        warnings = List.copyOf(warnings);
    }

    /** What a pipeline is read for: what must be given differs. */
    public enum Purpose {
        /** To be explained: as for a replay, but a clock that is given counts whatever it is. */
        EXPLAIN,
        /**
         * To be replayed from a file: needs neither brokers nor a clock, and takes columns from the file. The clock goes
         * by the records' times with no delay and a skew of 31 days, unless the pipeline's own clock goes by them too.
         */
        REPLAY,
        /** To be run: nothing that touches the guarantee, and nothing about brokers, has a default. */
        RUN
    }

    /**
     * Reads a file.
     *
     * @param file YAML 1.2; files that it names are relative to it
     * @param settings {@code path.to.field=value}, laid over the file
     * @param purpose what it is read for
     * @throws WrongException with every problem of the file, in the order of its lines
     */
    public static PipelineFile read(Path file, List<String> settings, Purpose purpose) {
        Problems problems = new Problems();
        Item root = YamlTree.ofFile(text(file, problems), file.toString(), problems);
        problems.throwIfAny();
        new Overrides(problems).apply(root, settings);
        if (root.kind() != Item.Kind.MAP) {
            problems.add(root.origin(), "file", "must be a map of settings, was " + root.kind());
        }
        problems.throwIfAny();
        List<String> warnings = new ArrayList<>();
        Pipeline pipeline = new PipelineReader(file, purpose, problems, warnings).read(new Section(root, "", problems));
        return new PipelineFile(pipeline, warnings);
    }

    private static String text(Path file, Problems problems) {
        try {
            return decode(Files.readAllBytes(file));
        } catch (CharacterCodingException e) {
            problems.add(new Origin(file.toString(), 1), "file", "must be UTF-8");
        } catch (IOException e) {
            String rule = Files.isDirectory(file) ? "must be a file, was a directory" : "must exist and be readable";
            problems.add(new Origin(file.toString(), 1), "file", rule);
        }
        return "";
    }

    static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    /** A pipeline file, or a setting on the command line, that is wrong: nothing has been started. */
    public static final class WrongException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final List<String> problems;

        /** With one line a problem, at least one: {@code FILE:LINE: FIELD: RULE}. */
        public WrongException(List<String> problems) {
            super(String.join("\n", problems));
            this.problems = List.copyOf(problems);
        }

        /** One line a problem: {@code FILE:LINE: FIELD: RULE}. */
        public List<String> problems() {
            return problems;
        }
    }
}
