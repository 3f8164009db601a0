package dev.weir.jobs.config;

import dev.weir.jobs.config.Pipeline.Purpose;
import java.util.List;
import java.util.Set;

/** Reads which topics a job writes to. */
final class SinkReader {

    private final Section kafka;
    private final boolean needed;

    /**
     * The names from which the names of topics are derived.
     *
     * @param pipeline the name of the pipeline, for topics that it alone writes
     * @param domain the name of the domain, for its ledger
     */
    record Names(String pipeline, String domain) {}

    private SinkReader(Section kafka, boolean needed) {
        this.kafka = kafka;
        this.needed = needed;
    }

    /**
     * Reads the section {@code sink}.
     *
     * @param names the names for topics that the file does not name
     * @param source the source of records, whose topic must not be written to
     */
    static Sink read(Section root, Purpose purpose, Names names, Source source) {
        boolean needed = purpose == Purpose.RUN;
        Section outer = root.sectionRequiredIf("sink", needed);
        Section kafka = outer.sectionRequiredIf("kafka", needed);
        Sink sink = new SinkReader(kafka, needed).topics(names);
        requireDistinct(kafka, sink, needed ? source.kafka().topic() : "");
        kafka.finish();
        outer.finish();
        return sink;
    }

    private Sink topics(Names names) {
        String released = kafka.requiredIf("topic", needed, Literals::topic, names.pipeline() + "-released");
        String withheld = kafka.optional("withheld", Literals::topic, released + "-withheld");
        String deadLetter = kafka.optional("dead-letter", Literals::topic, names.pipeline() + "-dead-letter");
        String ledger = kafka.optional("ledger", Literals::topic, names.domain() + "-ledger");
        boolean skipPresent = kafka.optional("skip-present", Literals::truth, false);
        return new Sink(released, withheld, deadLetter, ledger, skipPresent);
    }

    private static void requireDistinct(Section kafka, Sink sink, String input) {
        List<String> written = List.of(sink.released(), sink.withheld(), sink.deadLetter(), sink.ledger());
        if (Set.copyOf(written).size() < written.size()) {
            kafka.problem("topic", "topics of released, withheld, dead-letter and ledger must differ");
        }
        if (written.contains(input)) {
            kafka.problem("topic", "topics of released, withheld, dead-letter and ledger must not be the source's");
        }
    }
}
