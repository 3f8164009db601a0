import dev.weir.accountant.local.client.Allowance;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.noise.KeyStream;
import java.math.BigDecimal;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends one report a day that is private before it leaves: java LocalReportClient.java BROKERS TOPIC COUNTRY STATE-FILE. */
class LocalReportClient {

    private static final CategoryQuestion COUNTRY =
            CategoryQuestion.of("country", List.of("GB", "DE", "FR", "none"), new BigDecimal("1"));

    public static void main(String[] args) throws Exception {
        long today = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        Optional<Allowance> after = allowance(Path.of(args[3])).take(today);
        if (after.isEmpty()) {
            return; // today's report has been drawn; a second one would tell as much again
        }
        String report = COUNTRY.report(args[2], today, KeyStream.fresh()).json();
        Files.writeString(Path.of(args[3]), today + " " + after.get().used()); // before it is sent
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0]);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(args[1], report)).get();
        }
    }

    private static Allowance allowance(Path file) throws Exception {
        String[] state = Files.exists(file) ? Files.readString(file).split(" ") : null;
        return state == null ? Allowance.of(1) : new Allowance(1, Long.parseLong(state[0]), Integer.parseInt(state[1]));
    }
}
