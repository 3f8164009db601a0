package dev.weir.jobs.config;

import dev.weir.jobs.config.Pipeline.Purpose;
import java.util.List;
import java.util.Set;

/** Reads which topics a job writes to. */
final class SinkReader {

    private final Section kafka;
    private final boolean needed;

    private SinkReader(Section kafka, boolean needed) {
        this.kafka = kafka;
        this.needed = needed;
    }

    /**
     * Reads the section {@code sink}.
     *
     * @param name the pipeline's, which names the topics that the file does not
     * @param source where records come from: its topic cannot be written to
     */
    static Sink read(Section root, Purpose purpose, String name, Source source) {
        boolean needed = purpose == Purpose.RUN;
        Section outer = root.sectionRequiredIf("sink", needed);
        Section kafka = outer.sectionRequiredIf("kafka", needed);
        Sink sink = new SinkReader(kafka, needed).topics(name);
        requireDistinct(kafka, sink, needed ? source.kafka().topic() : "");
        kafka.later("ledger");
        kafka.finish();
        outer.finish();
        return sink;
    }

    private Sink topics(String name) {
        String released = kafka.requiredIf("topic", needed, Literals::topic, name + "-released");
        String withheld = kafka.optional("withheld", Literals::topic, released + "-withheld");
        String deadLetter = kafka.optional("dead-letter", Literals::topic, name + "-dead-letter");
        return new Sink(released, withheld, deadLetter);
    }

    private static void requireDistinct(Section kafka, Sink sink, String input) {
        List<String> written = List.of(sink.released(), sink.withheld(), sink.deadLetter());
        if (Set.copyOf(written).size() < written.size()) {
            kafka.problem("topic", "topics of released, withheld and dead-letter must differ");
        }
        if (written.contains(input)) {
            kafka.problem("topic", "topics of released, withheld and dead-letter must not be the source's");
        }
    }
}
