import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.accountant.local.client.Allowance;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.noise.KeyStream;
import java.io.*;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends one report a day that is private before it leaves: java LocalReportClient.java BROKERS TOPIC STATE-FILE. The answer is a line of
 * standard input, because other users of the machine see arguments.
 */
class LocalReportClient {

    private static final CategoryQuestion COUNTRY =
            CategoryQuestion.of("country", List.of("GB", "DE", "FR", "none"), new BigDecimal("1"));

    public static void main(String[] args) throws Exception {
        String answer = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
        long today = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        Optional<String> report = report(Path.of(args[2]), answer, today);
        if (report.isEmpty()) {
            return; // today's report has been drawn; a second one would tell as much again
        }
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0]);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(args[1], report.get())).get();
        }
    }

    /** Draws a report if none has been drawn today, and has the state on the disk before it is sent. One process does so at a time. */
    private static Optional<String> report(Path state, String answer, long today) throws IOException {
        try (var file = FileChannel.open(
                        state, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                var lock = file.lock()) {
            Optional<Allowance> after = allowance(file).take(today);
            if (after.isEmpty()) {
                return Optional.empty();
            }
            String report = COUNTRY.report(answer, today, KeyStream.fresh()).json();
            file.write(UTF_8.encode(today + " " + after.get().used()), 0); // never shorter than what it replaces
            file.force(true);
            return Optional.of(report);
        }
    }

    private static Allowance allowance(FileChannel file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        file.read(bytes, 0);
        String[] state = UTF_8.decode(bytes.flip()).toString().split(" ");
        return state.length < 2 ? Allowance.of(1) : new Allowance(1, Long.parseLong(state[0]), Integer.parseInt(state[1]));
    }
}
