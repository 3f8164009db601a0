package dev.weir.jobs.embedded;

import dev.weir.jobs.kafka.Messages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A broker in a separate process, for tests of jobs with brokers outside of their process. */
public final class BrokerProcess implements AutoCloseable {

    private final Process process;
    private final String address;
    private final TopicContents contents;

    private BrokerProcess(Process process, String address) {
        this.process = process;
        this.address = address;
        this.contents = new TopicContents(address);
    }

    /** Starts a broker, and returns when it accepts requests. */
    public static BrokerProcess start() throws IOException {
        Process process = JavaProcess.of(List.of("-Xmx384m", BrokerProcess.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String address = said.readLine();
        if (address == null) {
            throw new IOException("the broker's process has ended before it took requests");
        }
        return new BrokerProcess(process, address);
    }

    /** Starts a broker with a topic of one partition, whose records get the time at which the broker appends them. */
    public static BrokerProcess startWith(String topic) throws Exception {
        return startWith(topic, 1);
    }

    /** Starts a broker with a topic whose records get the time at which the broker appends them. */
    public static BrokerProcess startWith(String topic, int partitions) throws Exception {
        BrokerProcess broker = start();
        Messages.createTopic(broker.address(), topic, partitions, Map.of("message.timestamp.type", "LogAppendTime"));
        return broker;
    }

    /** The broker's address, host:port. */
    public String address() {
        return address;
    }

    /** Passes on the present content of a topic; a topic that is not there has none. */
    public void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        contents.read(topic, reader);
    }

    /** Stops the process for some time, as if it could not be reached. Returns as soon as it is stopped. */
    public void standStill(int millis) throws InterruptedException {
        signal("STOP");
        Thread resume = new Thread(() -> {
            try {
                Thread.sleep(millis);
                signal("CONT");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        resume.start();
    }

    private void signal(String name) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process. */
    @Override
    public void close() throws IOException {
        contents.close();
        process.outputWriter(StandardCharsets.UTF_8).close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Prints the broker's address, and runs the broker until the standard input is closed. */
    public static void main(String[] args) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            System.out.println(broker.address());
            System.in.readAllBytes();
        }
    }
}
