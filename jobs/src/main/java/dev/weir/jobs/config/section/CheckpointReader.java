package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.Item;
import java.net.URI;
import java.time.Duration;

/** Reads the interval and the place of checkpoints. */
public final class CheckpointReader {

    private static final Duration USUAL = Duration.ofSeconds(10);

    /** The field with the checkpoint interval. */
    public static final Field<Duration> EVERY = Field.of(
            "every",
            Literals.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "100 ms to 1 h; `10s`. A release becomes visible when the checkpoint that holds it has completed");

    private static final Field<String> DIR = Field.of(
                    "dir",
                    Literals.matching("[A-Za-z][A-Za-z0-9+.-]*:.*", "a URI such as file:///var/weir")
                            .checked(CheckpointReader::requireUri),
                    "a URI, such as `file:///var/weir`; as private as the source. A run resumes from the newest state in it")
            .neededIf("run");

    /** The section {@code checkpoint} of a pipeline file. */
    public static final Field<Section> CHECKPOINT = Field.of(
                    "checkpoint", MapType.of(Shape.of(EVERY, DIR)), "where and how often state is kept")
            .neededIf("run");

    private CheckpointReader() {}

    /**
     * Reads the section {@code checkpoint}.
     *
     * @param root the whole file
     * @param purpose the purpose for which the file is read
     */
    public static Checkpoint read(Section root, Purpose purpose) {
        boolean needed = purpose == Purpose.RUN;
        Section section = root.section(CHECKPOINT, needed);
        Duration every = section.read(EVERY, USUAL);
        String dir = section.read(DIR, needed, "");
        section.finish();
        return new Checkpoint(every, dir);
    }

    private static void requireUri(Item item) {
        try {
            URI.create(item.text());
        } catch (IllegalArgumentException e) {
            throw (IllegalArgumentException)
                    Literals.refusal("a URI such as file:///var/weir", item).initCause(e);
        }
    }
}
