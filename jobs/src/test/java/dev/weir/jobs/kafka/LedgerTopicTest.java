package dev.weir.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long the messages of a topic may be, by its settings. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerTopicTest {

    private static int longest(ConfigEntry... settings) {
        return LedgerTopic.longest(new Config(List.of(settings)));
    }

    @Test
    void a_topic_takes_messages_of_the_length_that_its_brokers_report() {
        assertThat(longest(new ConfigEntry("max.message.bytes", "3000000"))).isEqualTo(3_000_000);
    }

    /** So each row is a message of its own, as long as it is. */
    @ParameterizedTest
    @ValueSource(strings = {"retention.ms", "max.message.bytes"})
    void no_rows_share_a_message_where_brokers_do_not_report_its_length(String setting) {
        int longest = longest(new ConfigEntry(setting, setting.startsWith("max") ? null : "-1"));
        int several = new LedgerTopic.Found(Uuid.ZERO_UUID, longest).longestOfSeveral();
        List<byte[]> messages = new ArrayList<>();
        LedgerMessages writing = new LedgerMessages(several, messages::add);
        List<RowEntry> rows = List.of(new RowEntry("p", 1, 0, new byte[0]), new RowEntry("p", 1, 1, new byte[9]));
        rows.forEach(writing::add);
        writing.end();
        assertThat(messages).containsExactly(LedgerBytes.encode(rows.get(0)), LedgerBytes.encode(rows.get(1)));
    }
}
