package dev.weir.jobs.kafka.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.operators.state.restore.StartRefused;
import java.util.Set;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.AssignmentStatus;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.SplitAndAssignmentStatus;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what a source keeps of a state that has read the topic "before". */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OneTopicSourceTest {

    private static final KafkaSourceEnumState STATE = new KafkaSourceEnumState(
            Set.of(new SplitAndAssignmentStatus(
                    new KafkaPartitionSplit(new TopicPartition("before", 0), 7), AssignmentStatus.ASSIGNED)),
            true);

    private static OneTopicSource<String> source(String topic, PrivacyUnit unit) {
        KafkaSource<String> kafka = KafkaSource.<String>builder()
                .setBootstrapServers("localhost:1")
                .setTopics(topic)
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .build();
        return new OneTopicSource<>(kafka, topic, unit);
    }

    /**
     * The state knows of such units only through offsets: after a change back, the topic would be read again from its
     * beginning.
     */
    @Test
    void another_topic_is_refused_where_every_record_is_a_unit() {
        assertThatThrownBy(() -> source("after", PrivacyUnit.EVENT).own(STATE))
                .satisfies(failure -> assertThat(StartRefused.in(failure))
                        .hasValueSatisfying(refusal -> assertThat(refusal)
                                .hasMessageStartingWith(
                                        "STATE_UNUSABLE: source.kafka.topic is after, and the state has read before: ")
                                .hasMessageContaining("Name that topic again, or start under another domain name")));
    }

    @Test
    void the_same_topic_goes_on_where_every_record_is_a_unit() {
        assertThat(source("before", PrivacyUnit.EVENT).own(STATE)).isSameAs(STATE);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT")
    void partitions_of_another_topic_are_dropped_where_units_have_accounts(UnitKind kind) {
        KafkaSourceEnumState own = source("after", PrivacyUnit.of(kind)).own(STATE);
        assertThat(own.splits()).isEmpty();
        assertThat(own.initialDiscoveryFinished()).isFalse();
    }
}
