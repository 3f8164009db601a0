package dev.weir.jobs.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Source;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClientSettingsTest {

    private static Source.Topic topic(Map<String, String> properties) {
        return new Source.Topic("host:1", "input", Source.Start.EARLIEST, "group", properties);
    }

    @Test
    void what_weir_requires_goes_before_the_properties_file_which_goes_before_defaults() {
        ClientSettings settings = ClientSettings.of(topic(Map.of("a", "file", "b", "file", "bootstrap.servers", "x:1")))
                .with(Map.of("a", "required"))
                .withDefaults(Map.of("b", "default", "c", "default"));
        assertThat(settings.asMap())
                .containsOnly(
                        Map.entry("bootstrap.servers", "host:1"),
                        Map.entry("a", "required"),
                        Map.entry("b", "file"),
                        Map.entry("c", "default"));
        assertThat(settings.without("a").asMap()).doesNotContainKey("a").containsKey("b");
    }

    @Test
    void
            a_reader_reads_what_transactions_have_committed_and_many_records_a_poll_unless_the_properties_file_says_otherwise() {
        ClientSettings usual = ClientSettings.ofReader(topic(Map.of()));
        assertThat(usual.asMap())
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("max.poll.records", "2000");
        assertThat(usual.isolation()).isEqualTo(IsolationLevel.READ_COMMITTED);
        ClientSettings stated = ClientSettings.ofReader(
                topic(Map.of("isolation.level", "read_uncommitted", "max.poll.records", "500")));
        assertThat(stated.asMap())
                .containsEntry("isolation.level", "read_uncommitted")
                .containsEntry("max.poll.records", "500");
        assertThat(stated.isolation()).isEqualTo(IsolationLevel.READ_UNCOMMITTED);
    }

    @Test
    void their_text_shows_no_password() {
        assertThat(ClientSettings.of(topic(Map.of("sasl.jaas.config", "canary")))
                        .toString())
                .doesNotContain("canary");
    }

    @Test
    void an_interruption_clears_the_flag_that_it_stands_for() {
        Thread.currentThread().interrupt();
        assertThat(Interruption.during("testing")).hasMessage("interrupted while testing, flag true");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** What is no number is left to the client, which names the setting. */
    @Test
    void a_batch_is_no_longer_than_its_topic_takes() {
        assertThat(batches("262144", 20_000)).isEqualTo("20000");
        assertThat(batches(" 262144 ", 20_000)).isEqualTo("20000");
        assertThat(batches("20000", 20_000)).isEqualTo("20000");
        assertThat(batches("16384", 20_000)).isEqualTo("16384");
        assertThat(batches("3000000000", 20_000)).isEqualTo("3000000000");
        assertThat(batches("large", 20_000)).isEqualTo("large");
        ClientSettings none = ClientSettings.of("host:1", Map.of());
        assertThat(none.withBatchesUpTo(OptionalInt.of(20_000)).asMap()).doesNotContainKey("batch.size");
        assertThat(none.withBatchesUpTo(OptionalInt.of(10_000)).asMap()).containsEntry("batch.size", "10000");
        assertThat(none.withBatchesUpTo(OptionalInt.empty()).asMap()).doesNotContainKey("batch.size");
    }

    private static @Nullable String batches(String given, int limit) {
        ClientSettings settings = ClientSettings.of("host:1", Map.of("batch.size", given));
        return settings.withBatchesUpTo(OptionalInt.of(limit)).asMap().get("batch.size");
    }
}
