package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DeadLetter;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The private topic of rejected records. A message holds the bytes of its record, and as text in the headers {@code
 * code}, {@code partition} and {@code offset} why it was rejected and where it came from. A message that does not hold
 * all bytes says in {@code original-length} how many there were.
 *
 * <p>Each is written at least once. After a restart, those since the last checkpoint are written again; such copies
 * have the same partition and offset. A dead letter that cannot be delivered is counted in the metric {@code
 * private.deadLettersUndelivered} and never fails the job.
 */
public final class DeadLetters {

    private DeadLetters() {}

    /**
     * Sends dead letters to the pipeline's dead-letter topic.
     *
     * @param letters the rejected slots
     * @param pipeline the pipeline, whose sink names the topic
     */
    public static void write(DataStream<DeadLetter> letters, Pipeline pipeline) {
        DeadLetterSink sink =
                new DeadLetterSink(pipeline.source().kafka(), pipeline.sink().deadLetter(), DeadLetterTimeouts.DEFAULT);
        letters.sinkTo(sink).name("dead-letters").uid("dead-letters");
    }
}
