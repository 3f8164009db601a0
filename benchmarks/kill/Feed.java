import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends records of 500 units under three keys to a topic, for ever. Usage: Feed BROKER TOPIC PER_SECOND. */
public final class Feed {

    private static final String[] KEYS = {"en", "de", "fr"};
    private static final int UNITS = 500;
    private static final int MILLIS = 1000;

    private Feed() {}

    public static void main(String[] arguments) throws Exception {
        int pause = MILLIS / Integer.parseInt(arguments[2]);
        Map<String, Object> settings = Map.of("bootstrap.servers", arguments[0]);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; true; i++) {
                String record = Instant.now() + ",u" + i % UNITS + "," + KEYS[i % KEYS.length];
                producer.send(new ProducerRecord<>(arguments[1], i % 2, null, record)).get();
                Thread.sleep(pause);
            }
        }
    }
}
