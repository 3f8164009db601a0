package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The topics of a replay's own broker, which replace those that the pipeline names. */
final class ReplayTopics {

    static final Sink SINK = new Sink("released", "withheld", "dead-letter", "ledger");

    private static final String INPUT = "input";

    private ReplayTopics() {}

    /**
     * Makes the topics.
     *
     * @param broker the broker
     * @param pipeline the pipeline whose topics are replaced
     * @param partitions the number of partitions of the input topic, at least 1
     * @return the pipeline with these topics
     */
    static Pipeline make(EmbeddedBroker broker, Pipeline pipeline, int partitions)
            throws IOException, InterruptedException {
        broker.createTopic(INPUT, partitions, Map.of());
        for (String topic : List.of(SINK.released(), SINK.withheld(), SINK.deadLetter())) {
            broker.createTopic(topic, 1, Map.of());
        }
        Source.Topic input =
                new Source.Topic(broker.address(), INPUT, Source.Start.EARLIEST, pipeline.name(), Map.of());
        return pipeline.withTopics(input, SINK);
    }

    /** Returns the sink for the releases of a pipeline that {@link #make} has returned. */
    static KafkaReleaseSink.Factory releases(Pipeline pipeline) {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(SINK.released(), SINK.withheld());
        return new KafkaReleaseSink.Factory(pipeline.source().kafka().brokers(), Map.of(), topics);
    }
}
