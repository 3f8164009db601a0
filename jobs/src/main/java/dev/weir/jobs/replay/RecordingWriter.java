package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.losses.UnitTally;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.replay.recording.Recording;
import dev.weir.jobs.replay.recording.UnusableRecording;
import dev.weir.operators.clock.PartitionClock;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording to a topic, one message for each record, whether the record can be decoded or not.
 *
 * <p>A message's timestamp is the running maximum of the records' own times over the whole file, as far as
 * {@link PartitionClock} accepts these times. A time that is further ahead of this maximum or of the wall clock than
 * {@code clock.max-skew} is not accepted. Records before the first accepted time get the first accepted time. Timestamps never
 * decrease, so the number of partitions does not change what admission decides. All records of a unit go to one partition, and
 * so keep the file's order, except for refused ones. A record that is refused or has no unit is assigned to a partition by its
 * number.
 */
public final class RecordingWriter {

    private final Pipeline pipeline;
    private final Progress progress;
    private final UnitTally units = new UnitTally();

    /**
     * Creates a writer for one pipeline, without progress reports.
     *
     * @param pipeline the pipeline, which names the columns of the recording and the topic
     */
    public RecordingWriter(Pipeline pipeline) {
        this(pipeline, line -> {});
    }

    /**
     * Creates a writer for one pipeline.
     *
     * @param pipeline the pipeline, which names the columns of the recording and the topic
     * @param progress receives the number of written lines
     */
    RecordingWriter(Pipeline pipeline, Progress progress) {
        this.pipeline = pipeline;
        this.progress = progress;
    }

    /**
     * Writes the whole recording to the pipeline's source topic, and returns after the broker has acknowledged it.
     *
     * @param recording the recording
     * @param partitions the number of partitions of the topic
     * @throws UnusableRecording if no record has a time that can be read and that is at most {@code clock.max-skew} in the
     *     future, because there is then no clock
     */
    public WrittenSlots write(Recording recording, int partitions) throws IOException, InterruptedException {
        SlotStamps stamps = new SlotStamps(pipeline, recording);
        try (Producer<byte[], byte[]> producer = producer()) {
            Writing writing = new Writing(producer, partitions, stamps);
            recording.forEach(writing::send);
            producer.flush();
            writing.requireWritten();
            return stamps.slots();
        } catch (KafkaException e) {
            throw unwritten(e);
        }
    }

    /** The units of the written records. */
    UnitTally units() {
        return units;
    }

    private Producer<byte[], byte[]> producer() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", pipeline.source().kafka().brokers());
        config.put("linger.ms", "20");
        config.put("batch.size", Integer.toString(1 << 18));
        config.put("max.request.size", Integer.toString(EmbeddedBroker.MESSAGE_BYTES));
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static IOException unwritten(Exception e) {
        return new IOException(
                "could not write the recording to the embedded broker: "
                        + e.getClass().getSimpleName(),
                e);
    }

    /** The state of one pass over the lines. */
    private final class Writing {

        private final Producer<byte[], byte[]> producer;
        private final int partitions;
        private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        private final SlotStamps stamps;

        Writing(Producer<byte[], byte[]> producer, int partitions, SlotStamps stamps) {
            this.producer = producer;
            this.partitions = partitions;
            this.stamps = stamps;
        }

        boolean send(byte[] line) throws IOException {
            long stamp = stamps.stamp(line);
            units.add(stamps.unit());
            String topic = pipeline.source().kafka().topic();
            Future<?> unused =
                    producer.send(new ProducerRecord<>(topic, partition(), stamp, null, line), (written, e) -> note(e));
            progress.tick(() -> stamps.count() + " records written to the broker");
            requireWritten();
            return true;
        }

        /**
         * Returns the partition for the last stamped line: the partition of the line's unit; for a line that is refused or has
         * no unit, a partition that is determined by the number of the line.
         */
        private int partition() {
            byte[] unit = stamps.unit();
            return unit.length == 0
                    ? (int) ((stamps.count() - 1) % partitions)
                    : Utils.toPositive(Utils.murmur2(unit)) % partitions;
        }

        private void note(@Nullable Exception unsent) {
            if (unsent != null) {
                failure.compareAndSet(null, unsent);
            }
        }

        void requireWritten() throws IOException {
            Exception e = failure.get();
            if (e != null) {
                throw unwritten(e);
            }
        }
    }
}
