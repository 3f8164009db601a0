package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DeadLetter;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The private topic of rejected records. The value of a message is the bytes of its record. The headers {@code code},
 * {@code partition} and {@code offset} tell, as text, why the record was rejected and where it came from. If the value is
 * cut, the header {@code original-length} tells the record's length in bytes.
 *
 * <p>Each dead letter that can be delivered is written at least once. After a restart, dead letters since the last checkpoint
 * are written again, with the same partition and offset. A dead letter that cannot be delivered is counted in the metric {@code
 * private.deadLettersUndelivered} and never fails the job.
 */
public final class DeadLetters {

    private DeadLetters() {}

    /**
     * Sends dead letters to the pipeline's dead-letter topic.
     *
     * @param letters the rejected records
     * @param pipeline the pipeline, whose sink names the topic
     */
    public static void write(DataStream<DeadLetter> letters, Pipeline pipeline) {
        DeadLetterSink sink =
                new DeadLetterSink(pipeline.source().kafka(), pipeline.sink().deadLetter(), DeadLetterTimeouts.DEFAULT);
        letters.sinkTo(sink).name("dead-letters").uid("dead-letters");
    }
}
