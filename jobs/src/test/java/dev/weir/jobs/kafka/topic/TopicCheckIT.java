package dev.weir.jobs.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.client.MessageLimit;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class TopicCheckIT {

    @Test
    void topics_that_the_job_writes_are_made(EmbeddedBroker broker) throws Exception {
        broker.createTopic("checked", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        Pipelines.requireTopics(pipeline(broker, "checked", Clock.By.APPEND_TIME));
        assertThatCode(() -> broker.read("checked-dead-letter", message -> {})).doesNotThrowAnyException();
        Pipelines.requireTopics(pipeline(broker, "checked", Clock.By.APPEND_TIME));
    }

    @Test
    void a_topic_with_producers_stamps_is_refused_under_append_time_only(EmbeddedBroker broker) throws Exception {
        broker.createTopic("default", 1, Map.of());
        assertThatThrownBy(() -> Pipelines.requireTopics(pipeline(broker, "default", Clock.By.APPEND_TIME)))
                .isInstanceOf(TopicProblem.class)
                .hasMessageContaining("topic default must have message.timestamp.type=LogAppendTime");
        Pipelines.requireTopics(pipeline(broker, "default", Clock.By.RECORD_TIME));
    }

    @Test
    void a_topic_that_does_not_exist_is_refused(EmbeddedBroker broker) {
        assertThatThrownBy(() -> Pipelines.requireTopics(pipeline(broker, "absent", Clock.By.RECORD_TIME)))
                .isInstanceOf(TopicProblem.class)
                .hasMessageContaining("topic absent does not exist");
    }

    @Test
    void brokers_that_cannot_be_reached_are_named() {
        Pipeline lost = Pipelines.pipeline("127.0.0.1:1", "any", Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        assertThatThrownBy(() -> Pipelines.requireTopics(lost))
                .isInstanceOf(TopicProblem.class)
                .hasMessageContaining("cannot reach the brokers 127.0.0.1:1");
    }

    @Test
    void a_dead_letter_topic_that_is_made_holds_the_longest_record_with_headers(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("roomy", 1, Map.of("max.message.bytes", "2000000"));
        Pipeline pipeline = pipeline(broker, "roomy", Clock.By.RECORD_TIME);
        assertThat(Pipelines.requireTopics(pipeline)).isEmpty();
        assertThat(MessageLimit.of(pipeline.source().kafka(), "roomy-dead-letter"))
                .hasValue(2_000_000 + MessageLimit.OVERHEAD);
    }

    @Test
    void a_dead_letter_topic_that_takes_less_than_the_input_is_warned_of(EmbeddedBroker broker) throws Exception {
        broker.createTopic("wide", 1, Map.of("max.message.bytes", "2000000"));
        broker.createTopic("wide-dead-letter", 1, Map.of("max.message.bytes", "1048588"));
        assertThat(Pipelines.requireTopics(pipeline(broker, "wide", Clock.By.RECORD_TIME)))
                .singleElement()
                .asString()
                .startsWith(
                        "topic wide-dead-letter takes messages of at most 1048588 bytes, the input topic of 2000000")
                .contains("max.message.bytes");
    }

    @Test
    void a_topic_that_cannot_take_the_longest_row_is_refused(EmbeddedBroker broker) throws Exception {
        broker.createTopic("narrow", 1, Map.of());
        broker.createTopic("narrow-released", 1, Map.of("max.message.bytes", "600"));
        assertThatThrownBy(() -> Pipelines.requireTopics(pipeline(broker, "narrow", Clock.By.RECORD_TIME)))
                .isInstanceOf(TopicProblem.class)
                .hasMessageContaining("topic narrow-released takes messages of at most 600 bytes, but a row")
                .hasMessageContaining("raise its max.message.bytes");
    }

    @Test
    void brokers_without_an_authorizer_are_warned_of_and_one_broker_cannot_replicate(EmbeddedBroker broker)
            throws Exception {
        assertThat(TopicCheck.ledgerWarnings(pipeline(broker, "any", Clock.By.RECORD_TIME)))
                .hasSize(3)
                .anyMatch(line ->
                        line.startsWith("this pipeline takes the whole budget of its domain (epsilon 1 for each user)"))
                .last()
                .asString()
                .startsWith(
                        "the brokers have no authorizer: whoever reaches them can read, write and delete the ledger");
    }

    private static Pipeline pipeline(EmbeddedBroker broker, String topic, Clock.By by) {
        return Pipelines.pipeline(broker.address(), topic, by, Duration.ofSeconds(1));
    }
}
