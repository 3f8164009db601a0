package dev.weir.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics and rights are those that the pipeline of {@code base/} asks for, and no more. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KafkaRulesTest {

    private static final String DOMAINS = "weir-domains";

    private final JsonNode pipeline = Deployed.PROD.pipeline();
    private final String input = topic(pipeline, "/source/kafka/topic");
    private final String released = topic(pipeline, "/sink/kafka/topic");
    private final String withheld = topic(pipeline, "/sink/kafka/withheld");
    private final String deadLetter = topic(pipeline, "/sink/kafka/dead-letter");
    private final String ledger = topic(pipeline, "/domain/name") + "-ledger";

    @ParameterizedTest
    @ValueSource(strings = {"kafka-dev", "kafka-prod"})
    void every_topic_is_there_and_every_setting_is_one_of_Kafka_s(String overlay) throws IllegalAccessException {
        checkTopics(overlay, input, released, withheld, deadLetter, ledger, DOMAINS);
    }

    @Test
    void a_second_pipeline_has_topics_of_its_own_for_what_it_releases() throws IllegalAccessException {
        JsonNode second = Deployed.SECOND.pipeline();
        checkTopics(
                "kafka-two",
                input,
                released,
                withheld,
                deadLetter,
                ledger,
                DOMAINS,
                topic(second, "/sink/kafka/topic"),
                topic(second, "/sink/kafka/withheld"),
                topic(second, "/sink/kafka/dead-letter"));
        for (String kept : List.of("/sink/kafka/topic", "/sink/kafka/withheld")) {
            JsonNode config = config(Manifests.of("kafka-two"), topic(second, kept));
            assertThat(config.path("retention.ms").asLong()).isEqualTo(-1);
            assertThat(config.path("cleanup.policy").asText()).isEqualTo("delete");
        }
    }

    private static void checkTopics(String overlay, String... names) throws IllegalAccessException {
        List<JsonNode> topics = Manifests.of(overlay).ofKind("KafkaTopic");
        assertThat(topics.stream().map(t -> t.at("/metadata/name").asText())).containsExactlyInAnyOrder(names);
        for (JsonNode topic : topics) {
            assertThat(settingsOfTopics()).containsAll(fields(topic.at("/spec/config")));
        }
    }

    @Test
    void the_broker_stamps_the_input_and_nothing_public_or_charged_is_ever_deleted() {
        Manifests kafka = Manifests.of("kafka-prod");
        assertThat(config(kafka, input).path("message.timestamp.type").asText()).isEqualTo("LogAppendTime");
        for (String kept : List.of(released, withheld, ledger)) {
            assertThat(config(kafka, kept).path("retention.ms").asLong()).isEqualTo(-1);
            assertThat(config(kafka, kept).path("cleanup.policy").asText()).isEqualTo("delete");
            assertThat(kafka.named("KafkaTopic", kept).at("/spec/partitions").asInt())
                    .isEqualTo(1);
        }
        assertThat(config(kafka, ledger).path("retention.bytes").asLong()).isEqualTo(-1);
        assertThat(config(kafka, DOMAINS).path("cleanup.policy").asText()).isEqualTo("compact");
        assertThat(kafka.named("KafkaTopic", DOMAINS).at("/spec/partitions").asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka-prod", "kafka-two"})
    void two_of_three_replicas_hold_what_production_has_written(String overlay) {
        for (JsonNode topic : Manifests.of(overlay).ofKind("KafkaTopic")) {
            assertThat(topic.at("/spec/replicas").asInt()).isEqualTo(3);
            assertThat(topic.at("/spec/config/min.insync.replicas").asInt()).isEqualTo(2);
            assertThat(topic.at("/spec/config/unclean.leader.election.enable").asBoolean(true))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"analyst, FIRST", "daily-analyst, SECOND"})
    void an_analyst_reads_what_is_published_and_nothing_else(String user, Deployed deployed) {
        JsonNode sink = deployed.pipeline().at("/sink/kafka");
        assertThat(rights(user))
                .containsExactlyInAnyOrder(
                        "topic literal " + sink.path("topic").asText() + " [Describe, Read]",
                        "topic literal " + sink.path("withheld").asText() + " [Describe, Read]",
                        "group prefix " + user + "- [Describe, Read]");
    }

    /** The user of a pipeline has its deployment's name. */
    @ParameterizedTest
    @EnumSource(names = {"FIRST", "SECOND"})
    void the_job_may_do_what_it_does_and_makes_and_deletes_nothing(Deployed deployed) {
        JsonNode own = deployed.pipeline();
        String domain = own.at("/domain/name").asText();
        String id = domain + "/pipeline/" + own.path("pipeline").asText();
        assertThat(rights(deployed.label()))
                .containsExactlyInAnyOrder(
                        "topic literal " + input + " [Describe, DescribeConfigs, Read]",
                        "topic literal " + topic(own, "/sink/kafka/topic") + " [Describe, DescribeConfigs, Write]",
                        "topic literal " + topic(own, "/sink/kafka/withheld") + " [Describe, DescribeConfigs, Write]",
                        "topic literal " + topic(own, "/sink/kafka/dead-letter")
                                + " [Describe, DescribeConfigs, Write]",
                        "topic literal " + ledger + " [Describe, DescribeConfigs, Read, Write]",
                        "topic literal " + DOMAINS + " [Describe, DescribeConfigs, Read, Write]",
                        "topic literal __transaction_state [Describe, DescribeConfigs]",
                        "group literal " + own.at("/source/kafka/group").asText() + " [Describe, Read]",
                        "transactionalId literal " + domain + "/domain [Describe, Write]",
                        "transactionalId literal " + id + " [Describe, Write]",
                        "group literal " + id + " [Describe, Read]",
                        "group prefix " + domain + "/pipeline/ [Describe]");
    }

    @ParameterizedTest
    @EnumSource
    void the_job_s_network_policy_opens_the_port_of_its_brokers(Deployed deployed) {
        String brokers = deployed.pipeline().at("/source/kafka/brokers").asText();
        JsonNode egress = deployed.own("NetworkPolicy").at("/spec/egress");
        assertThat(egress.findValuesAsText("port")).contains(brokers.substring(brokers.lastIndexOf(':') + 1));
    }

    private static String topic(JsonNode pipeline, String field) {
        return pipeline.at(field).asText();
    }

    private static Set<String> rights(String user) {
        JsonNode acls = Manifests.of("kafka-two").named("KafkaUser", user).at("/spec/authorization/acls");
        return StreamSupport.stream(acls.spliterator(), false)
                .map(KafkaRulesTest::right)
                .collect(Collectors.toSet());
    }

    private static String right(JsonNode acl) {
        Set<String> operations = new TreeSet<>();
        acl.path("operations").forEach(operation -> operations.add(operation.asText()));
        JsonNode resource = acl.path("resource");
        return Stream.of("type", "patternType", "name")
                        .map(f -> resource.path(f).asText())
                        .collect(Collectors.joining(" "))
                + " " + operations;
    }

    private static JsonNode config(Manifests kafka, String topic) {
        return kafka.named("KafkaTopic", topic).at("/spec/config");
    }

    private static List<String> fields(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private static Set<String> settingsOfTopics() throws IllegalAccessException {
        Set<String> names = new TreeSet<>();
        for (Field field : TopicConfig.class.getFields()) {
            if (field.getName().endsWith("_CONFIG")) {
                names.add(String.valueOf(field.get(null)));
            }
        }
        return names;
    }
}
