package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.BrokerFailure;
import dev.weir.jobs.kafka.client.ClientSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;

/**
 * Asks the brokers of an input topic before a start, and explains in words why they have not answered.
 *
 * @param admin a client of the brokers
 * @param addresses the addresses of the brokers in the pipeline file
 * @param closed tells whether the brokers have closed the client's connections
 */
record InputBrokers(Admin admin, String addresses, ClosedConnections closed) implements AutoCloseable {

    private static final int WAIT_SECONDS = 20;

    /**
     * Connects to the brokers of a topic.
     *
     * @throws TopicProblem if the settings of the client cannot be used
     */
    static InputBrokers of(Source.Topic topic) throws TopicProblem {
        ClientSettings settings = ClientSettings.of(topic)
                .withDefaults(Map.of("default.api.timeout.ms", "15000", "request.timeout.ms", "5000"));
        try {
            return new InputBrokers(settings.admin(), topic.brokers(), ClosedConnections.of(settings));
        } catch (KafkaException e) {
            throw new TopicProblem(
                    "cannot use the brokers " + topic.brokers()
                            + ": check source.kafka.brokers and the properties file",
                    e);
        }
    }

    /**
     * Waits for an answer of the brokers.
     *
     * @throws TopicProblem if they do not answer, or refuse the login
     * @throws ExecutionException if they answer with another failure
     */
    <T> T done(KafkaFuture<T> asked) throws TopicProblem, InterruptedException, ExecutionException {
        try {
            return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw unreachable(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw unreachable(e);
            }
            if (e.getCause() instanceof AuthenticationException) {
                throw unauthenticated(e);
            }
            throw e;
        }
    }

    /** Returns a problem that explains why brokers have not answered. */
    TopicProblem unreachable(Exception e) {
        return new TopicProblem(silence(), e);
    }

    /**
     * Explains the silence. Brokers that repeatedly close connections require another protocol. Brokers that only do not
     * answer may be busy.
     */
    private String silence() {
        if (!OpenPort.isAt(addresses)) {
            return "cannot reach the brokers " + addresses + ": start them or correct source.kafka.brokers";
        }
        return closed.areByPeer(admin)
                ? "the brokers " + addresses
                        + " take connections and close them without an answer: where they want SASL or TLS, set"
                        + " security.protocol, sasl.mechanism and sasl.jaas.config in source.kafka.properties-file"
                : "the brokers " + addresses
                        + " take connections and did not answer in time: if they are busy or have just been started, try again";
    }

    private static TopicProblem unauthenticated(ExecutionException e) {
        return new TopicProblem(
                Optional.ofNullable(e.getCause()).flatMap(BrokerFailure::words).orElse("the brokers refused the login")
                        + ": check security.protocol and the sasl and ssl settings in source.kafka.properties-file",
                e);
    }

    /** Returns the class name of the brokers' failure. */
    static String nameOf(ExecutionException e) {
        return e.getCause() == null ? "unknown" : e.getCause().getClass().getSimpleName();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
