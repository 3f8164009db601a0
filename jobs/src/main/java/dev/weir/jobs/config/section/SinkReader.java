package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import java.util.List;
import java.util.Set;

/** Reads which topics a job writes to. */
public final class SinkReader {

    private static final int LONGEST_TOPIC = 249;

    private final Section kafka;
    private final boolean needed;

    /**
     * What topics are named after.
     *
     * @param pipeline the pipeline, for what it alone writes
     * @param domain the domain, for its ledger
     */
    public record Names(String pipeline, String domain) {}

    private SinkReader(Section kafka, boolean needed) {
        this.kafka = kafka;
        this.needed = needed;
    }

    /**
     * Reads the section {@code sink}.
     *
     * @param names name the topics that the file does not
     * @param source where records come from: its topic cannot be written to
     */
    public static Sink read(Section root, Purpose purpose, Names names, Source source) {
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
        String released = kafka.requiredIf("topic", needed, SinkReader::topic, names.pipeline() + "-released");
        String withheld = kafka.optional("withheld", SinkReader::topic, released + "-withheld");
        String deadLetter = kafka.optional("dead-letter", SinkReader::topic, names.pipeline() + "-dead-letter");
        String ledger = kafka.optional("ledger", SinkReader::topic, names.domain() + "-ledger");
        boolean skipPresent = kafka.optional("skip-present", Literals::truth, false);
        return new Sink(released, withheld, deadLetter, ledger, skipPresent);
    }

    /** The name of a topic that a pipeline file may name, by Kafka's rules: not that of the register of domains. */
    static String topic(Item item) {
        String text = item.text();
        if (text.equals(Sink.REGISTER)) {
            throw new IllegalArgumentException(
                    "must not be " + Sink.REGISTER + ", which the brokers keep for the register of domains");
        }
        boolean dots = text.equals(".") || text.equals("..");
        if (dots || text.length() > LONGEST_TOPIC || !text.matches("[A-Za-z0-9._-]+")) {
            throw Literals.refusal("a topic: 1 to 249 of A-Z a-z 0-9 . _ -", item);
        }
        return text;
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
