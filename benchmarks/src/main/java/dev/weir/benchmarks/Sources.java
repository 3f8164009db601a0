package dev.weir.benchmarks;

import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sources of events for all jobs: generated, or read from a topic. */
final class Sources {

    private static final String TOPIC = "events";
    private static final int EVENT_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final int BATCH_BYTES = 1 << 18;

    /** A mask of record numbers: the clock is read at one of 1024 events. */
    private static final int TICK_MASK = 1023;

    private static final WatermarkStrategy<Event> CLOCK =
            WatermarkStrategy.<Event>forMonotonousTimestamps().withTimestampAssigner((event, timestamp) -> event.time);

    private Sources() {}

    static DataStream<Event> generated(StreamExecutionEnvironment env, Load load) {
        return env.fromSource(
                new DataGeneratorSource<>(new Generator(load, false), load.records(), Event.TYPE), CLOCK, "events");
    }

    /** Generates events of which the first ones are each of a new unit. A {@link Valve} limits how many are generated. */
    static DataStream<Event> eachUnitFirst(StreamExecutionEnvironment env, Load load) {
        return env.fromSource(
                new DataGeneratorSource<>(
                        new Generator(load, true), load.records(), parallelism -> new Valve(), Event.TYPE),
                CLOCK,
                "events");
    }

    /** Writes all events to a topic with one partition per reader. */
    static void fill(EmbeddedBroker broker, Load load) throws IOException, InterruptedException {
        broker.createTopic(TOPIC, load.parallelism(), Map.of());
        long share = (load.records() + load.parallelism() - 1) / load.parallelism();
        int[] keys = load.keyTable();
        Event event = new Event();
        try (KafkaProducer<byte[], byte[]> producer = producer(broker)) {
            for (long number = 0; number < load.records(); number++) {
                load.fill(event, number, keys);
                producer.send(new ProducerRecord<>(TOPIC, (int) (number / share), null, bytes(event)));
            }
        }
    }

    static KafkaProducer<byte[], byte[]> producer(EmbeddedBroker broker) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.address(), "batch.size", BATCH_BYTES, "linger.ms", 20, "acks", "1");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static byte[] bytes(Event event) {
        return ByteBuffer.allocate(EVENT_BYTES)
                .putLong(event.unitHigh)
                .putLong(event.unitLow)
                .putInt(event.key)
                .putLong(event.time)
                .putLong(event.value)
                .array();
    }

    static DataStream<Event> fromKafka(StreamExecutionEnvironment env, EmbeddedBroker broker) {
        KafkaSource<Event> source = KafkaSource.<Event>builder()
                .setBootstrapServers(broker.address())
                .setTopics(TOPIC)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setBounded(OffsetsInitializer.latest())
                .setValueOnlyDeserializer(new EventSchema())
                .build();
        return env.fromSource(source, CLOCK, "events");
    }

    /** Decodes messages that {@link #bytes} has encoded. */
    private static final class EventSchema implements DeserializationSchema<Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public Event deserialize(byte[] message) {
            ByteBuffer buffer = ByteBuffer.wrap(message);
            Event event = new Event();
            event.unitHigh = buffer.getLong();
            event.unitLow = buffer.getLong();
            event.key = buffer.getInt();
            event.time = buffer.getLong();
            event.value = buffer.getLong();
            return event;
        }

        @Override
        public boolean isEndOfStream(Event event) {
            return false;
        }

        @Override
        public TypeInformation<Event> getProducedType() {
            return Event.TYPE;
        }
    }

    /** Generates events from their numbers, and reuses one object for all. */
    private static final class Generator implements GeneratorFunction<Long, Event> {

        private static final long serialVersionUID = 1L;

        private final Load load;
        private final boolean eachUnitFirst;
        private transient int[] keys;
        private transient Event event;
        private transient Gaps gaps;

        @SuppressWarnings("NullAway.Init")
        Generator(Load load, boolean eachUnitFirst) {
            this.load = load;
            this.eachUnitFirst = eachUnitFirst;
        }

        @Override
        public void open(SourceReaderContext context) {
            keys = load.keyTable();
            event = new Event();
            gaps = new Gaps();
        }

        @Override
        public Event map(Long number) {
            if ((number & TICK_MASK) == 0) {
                gaps.tick(load.isSecondHalf(number));
            }
            load.fill(event, number, keys);
            if (eachUnitFirst && number < load.units()) {
                Load.setUnit(event, number);
            }
            return event;
        }
    }
}
