package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.record.QuestionReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code questions}: where public questions come from. */
final class QuestionsSection {

    private static final Field<String> TOPIC = Field.of(
                    "topic",
                    Literals.name(249, "a topic: 1 to 249 of A-Z a-z 0-9 . _ -"),
                    "the topic of questions, one JSON object each, on the brokers of `source.kafka`. It is public, and read from its"
                            + " start")
            .neededIf("run");

    private static final Field<String> FILE = Field.of(
                    "file",
                    Literals.TEXT,
                    "a recording of that topic, one JSON object a line, plain or .gz, beside the pipeline file")
            .neededIf("replay");

    private static final Field<String> QUESTION = Field.of(
                    "question",
                    Literals.TEXT,
                    "the field of a question with its id; the first question with an id counts")
            .required();

    private static final Field<String> TIME = Field.of(
            "time",
            Literals.TEXT,
            "the field of a question with its time, where the clock goes by the records' own times; by default that of"
                    + " `source.time`. A question without one counts as asked at the start. With `append-time` it is the broker's time");

    private static final Field<String> BELIEF = Field.of(
                    "belief",
                    Literals.TEXT,
                    "the field of a question with the student's probability of each label: a list in the order of `labels`, or an"
                            + " object by label. Numbers from 0 to 1 whose sum is 1; they must not come from the votes' data")
            .neededIf("for `interactive-gnmax`");

    /** The section {@code questions} of a pipeline file. */
    static final Field<Section> QUESTIONS = Field.of(
                    "questions",
                    MapType.of(Shape.of(TOPIC, FILE, QUESTION, TIME, BELIEF)),
                    "where questions come from: they are public")
            .required();

    private final Section section;
    private final Path file;
    private final boolean isRun;
    private final boolean isReplay;

    /**
     * Begins to read the section.
     *
     * @param root the whole file
     * @param file the pipeline file; files that it names are relative to it
     * @param purpose the purpose for which it is read
     */
    QuestionsSection(Section root, Path file, Purpose purpose) {
        this.section = root.section(QUESTIONS);
        this.file = file;
        this.isRun = purpose == Purpose.RUN;
        this.isReplay = purpose == Purpose.REPLAY;
    }

    /**
     * Reads the section.
     *
     * @param source the source of votes, whose brokers have the topic of questions
     * @param isInteractive whether the mechanism compares votes with a belief
     */
    QuestionPlace read(Source source, boolean isInteractive) {
        String topic = section.read(TOPIC, isRun, "");
        String recording = section.read(FILE, isReplay, "");
        String question = section.read(QUESTION, "question");
        String time = section.read(TIME, source.time());
        String belief = section.read(BELIEF, isInteractive, "");
        if (!isInteractive && section.has(BELIEF)) {
            section.problem(BELIEF, "must be left out: only interactive-gnmax compares votes with a belief");
        }
        if (isRun && !topic.isEmpty() && topic.equals(source.kafka().topic())) {
            section.problem(TOPIC, "must be another topic than that of votes");
        }
        section.finish();
        return new QuestionPlace(
                isRun ? questions(source.kafka(), topic) : null,
                isReplay ? found(recording) : null,
                new QuestionReader.Names(question, time, belief));
    }

    /** Questions are always read from the start: which are known must not depend on when the job was first started. */
    private static Source.Topic questions(Source.Topic votes, String topic) {
        return new Source.Topic(
                votes.brokers(), topic, Source.Start.EARLIEST, votes.group() + "-questions", votes.properties());
    }

    private @Nullable String found(String recording) {
        if (recording.isEmpty()) {
            return null;
        }
        Path resolved = file.resolveSibling(recording).toAbsolutePath();
        if (!Files.isReadable(resolved) || Files.isDirectory(resolved)) {
            section.problem(FILE, "must be a file that can be read, was " + recording);
        }
        return resolved.toString();
    }
}
