package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import java.net.URI;
import java.time.Duration;

/** Reads how often and where state is kept. */
public final class CheckpointReader {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration USUAL = Duration.ofSeconds(10);

    private CheckpointReader() {}

    public static Checkpoint read(Section root, Purpose purpose) {
        boolean needed = purpose == Purpose.RUN;
        Section section = root.sectionRequiredIf("checkpoint", needed);
        Duration every = section.optional("every", Literals.duration(SHORTEST, LONGEST), USUAL);
        String dir = section.requiredIf("dir", needed, CheckpointReader::uri, "");
        section.finish();
        return new Checkpoint(every, dir);
    }

    private static String uri(Item item) {
        try {
            if (URI.create(item.text()).isAbsolute()) {
                return item.text();
            }
        } catch (IllegalArgumentException e) {
            throw (IllegalArgumentException) notUri(item).initCause(e);
        }
        throw notUri(item);
    }

    private static IllegalArgumentException notUri(Item item) {
        return Literals.refusal("a URI such as file:///var/weir", item);
    }
}
