package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DeadLetter;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Dead letters of records that were refused after admission, in the same topic as {@link DeadLetters}. Their messages have no value,
 * because nothing behind admission knows the bytes of a record; partition and offset tell where it stands.
 */
public final class LaterDeadLetters {

    private static final String UID = "later-dead-letters";

    private LaterDeadLetters() {}

    /**
     * Sends dead letters to the pipeline's dead-letter topic.
     *
     * @param letters the refused records
     * @param pipeline the pipeline, whose sink names the topic
     */
    public static void write(DataStream<DeadLetter> letters, Pipeline pipeline) {
        DeadLetterSink sink =
                new DeadLetterSink(pipeline.source().kafka(), pipeline.sink().deadLetter(), DeadLetterTimeouts.DEFAULT);
        letters.sinkTo(sink).name(UID).uid(UID);
    }
}
