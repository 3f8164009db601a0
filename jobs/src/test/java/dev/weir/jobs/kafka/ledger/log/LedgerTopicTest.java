package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.jobs.kafka.client.MessageLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is derived from the settings of a topic. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerTopicTest {

    private static int longestOfSeveral(ConfigEntry... settings) {
        return new LedgerTopic.Found(Uuid.ZERO_UUID, MessageLimit.of(new Config(List.of(settings)))).longestOfSeveral();
    }

    @ParameterizedTest
    @CsvSource({"3000000, 16384", "32767, 16383", "10000, 5000", "1, 1", "0, 1"})
    void rows_share_messages_of_half_the_length_that_a_topic_takes_but_no_longer_ones_than_that_helps(
            String longest, int several) {
        assertThat(longestOfSeveral(new ConfigEntry("max.message.bytes", longest)))
                .isEqualTo(several);
    }

    /** Each row is then a message of its own, whatever its length. */
    @ParameterizedTest
    @ValueSource(strings = {"retention.ms", "max.message.bytes"})
    void no_rows_share_a_message_where_brokers_do_not_report_its_length(String setting) {
        int several = longestOfSeveral(new ConfigEntry(setting, setting.startsWith("max") ? null : "-1"));
        List<byte[]> messages = new ArrayList<>();
        LedgerMessages writing = new LedgerMessages(several, messages::add);
        List<RowEntry> rows = List.of(new RowEntry("p", 1, 0, new byte[0]), new RowEntry("p", 1, 1, new byte[9]));
        rows.forEach(writing::add);
        writing.end();
        assertThat(messages).containsExactly(LedgerBytes.encode(rows.get(0)), LedgerBytes.encode(rows.get(1)));
    }

    @Test
    void a_setting_that_is_wrong_or_that_brokers_do_not_report_is_named() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "cleanup.policy",
                "delete",
                "retention.ms",
                "-1",
                "retention.bytes",
                "-1",
                "unclean.leader.election.enable",
                "false",
                "min.insync.replicas",
                "2"));
        assertThat(problem(settings)).isEmpty();
        settings.put("retention.ms", "1000");
        assertThat(problem(settings)).hasValue("must have retention.ms=-1, has 1000");
        settings.put("retention.ms", "-1");
        settings.remove("min.insync.replicas");
        assertThat(problem(settings)).hasValue("must have a number as min.insync.replicas, has no value");
    }

    private static Optional<String> problem(Map<String, String> settings) {
        return TopicRole.LEDGER.problem(new Config(settings.entrySet().stream()
                .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
                .toList()));
    }
}
