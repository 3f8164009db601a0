package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DeadLetter;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The private topic of rejected slots: their bytes as they came; the code, the input partition and the offset in the
 * headers {@code code}, {@code partition} and {@code offset}, as text. A letter that does not hold all bytes of its slot
 * says in {@code original-length} how many there were.
 *
 * <p>Written at least once: after a restart letters since the last checkpoint are written again; partition and offset tell
 * copies apart from new ones. A letter that cannot be delivered is counted in the metric {@code
 * private.deadLettersUndelivered}; none ever fails the job.
 */
public final class DeadLetters {

    private DeadLetters() {}

    /** Sends the letters to the pipeline's dead-letter topic. */
    public static void write(DataStream<DeadLetter> letters, Pipeline pipeline) {
        DeadLetterSink sink =
                new DeadLetterSink(pipeline.source().kafka(), pipeline.sink().deadLetter(), Patience.USUAL);
        letters.sinkTo(sink).name("dead-letters").uid("dead-letters");
    }
}
