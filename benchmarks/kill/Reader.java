import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Prints every message of a topic's first partition, for ever: key, tab, value. Usage: Reader BROKER TOPIC ISOLATION. */
public final class Reader {

    private Reader() {}

    public static void main(String[] arguments) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", arguments[0], "isolation.level", arguments[2]);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(arguments[1], 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (true) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(message -> System.out.println(message.key() + "\t" + message.value()));
                System.out.flush();
            }
        }
    }
}
