package dev.weir.jobs.pipeline;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.kafka.sink.SkippingSink;
import dev.weir.operators.publish.commit.ReleaseSink;

/** The topics in which the rows of a pipeline become visible. */
public final class ReleaseTopics {

    private ReleaseTopics() {}

    /**
     * Returns the sink of a pipeline's rows.
     *
     * @param pipeline the pipeline, which names its topics and says whether rows that are there are written again
     */
    public static ReleaseSink.Factory sink(Pipeline pipeline) {
        Sink sink = pipeline.sink();
        Source.Topic broker = pipeline.source().kafka();
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(sink.released(), sink.withheld());
        KafkaReleaseSink.Factory rows = new KafkaReleaseSink.Factory(broker.brokers(), broker.properties(), topics);
        return sink.skipPresent() ? new SkippingSink.Factory(rows, skewMillis(pipeline)) : rows;
    }

    /**
     * How far the clock that closes windows may be ahead of the one that writes rows. Rows that may be published before their
     * windows close count as rows of a clock that is ahead; half of that time is enough, because the sink looks back twice as
     * far.
     */
    private static long skewMillis(Pipeline pipeline) {
        long ahead = PipelineKinds.of(pipeline).aheadMillis(pipeline);
        return pipeline.plan().timing().maxSkewMillis() + (ahead + 1) / 2;
    }
}
