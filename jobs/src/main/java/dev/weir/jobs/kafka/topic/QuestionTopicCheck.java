package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Source;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Checks, before a live job starts, the public topic that it reads beside its records. */
public final class QuestionTopicCheck {

    private QuestionTopicCheck() {}

    /**
     * Returns if the topic exists, and if its time stamps are the broker's where the clock goes by append time.
     *
     * @param topic the topic
     * @param clock the source of the time
     * @throws TopicProblem if the topic is not ready
     */
    public static void require(Source.Topic topic, Clock.By clock) throws TopicProblem, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.topic());
        try (InputBrokers brokers = InputBrokers.of(topic)) {
            brokers.done(brokers.admin().describeTopics(Set.of(topic.topic())).allTopicNames());
            Map<ConfigResource, Config> described = brokers.done(
                    brokers.admin().describeConfigs(Set.of(resource)).all());
            String stamps = described
                    .values()
                    .iterator()
                    .next()
                    .get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                    .value();
            if (clock == Clock.By.APPEND_TIME && !"LogAppendTime".equals(stamps)) {
                throw new TopicProblem("topic " + topic.topic() + " must have "
                        + TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG
                        + "=LogAppendTime where the clock goes by append-time: set it (kafka-configs.sh --alter)");
            }
        } catch (ExecutionException e) {
            throw problem(topic, e);
        }
    }

    private static TopicProblem problem(Source.Topic topic, ExecutionException e) {
        return e.getCause() instanceof UnknownTopicOrPartitionException
                ? new TopicProblem("topic " + topic.topic() + " does not exist on " + topic.brokers()
                        + ": create it or correct questions.topic")
                : new TopicProblem(
                        "cannot look at topic " + topic.topic() + " (" + InputBrokers.nameOf(e)
                                + "): check the job's rights",
                        e);
    }
}
