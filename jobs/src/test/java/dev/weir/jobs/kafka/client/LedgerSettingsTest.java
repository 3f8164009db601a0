package dev.weir.jobs.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LedgerSettingsTest {

    private static ClientSettings settings(Map<String, String> given) {
        return LedgerSettings.of(given);
    }

    @Test
    void a_transaction_has_fifteen_seconds_unless_others_are_given() {
        assertThat(LedgerSettings.timeoutMillis(settings(Map.of()))).isEqualTo(15_000);
        assertThat(LedgerSettings.timeoutMillis(settings(Map.of(LedgerSettings.TIMEOUT, "3000"))))
                .isEqualTo(3000);
    }

    /** A batch that can never be written would hold back all later ones. */
    @Test
    void a_writer_whose_transactions_take_too_long_gets_more_time_up_to_a_minute_and_never_less() {
        ClientSettings once = LedgerSettings.withLongerTimeout(settings(Map.of()));
        assertThat(LedgerSettings.timeoutMillis(once)).isEqualTo(30_000);
        ClientSettings often = LedgerSettings.withLongerTimeout(LedgerSettings.withLongerTimeout(once));
        assertThat(LedgerSettings.timeoutMillis(often)).isEqualTo(60_000);
        ClientSettings given = settings(Map.of(LedgerSettings.TIMEOUT, "90000"));
        assertThat(LedgerSettings.timeoutMillis(LedgerSettings.withLongerTimeout(given)))
                .isEqualTo(90_000);
    }

    /** A second request could overtake one that the client must split, and the parts of that would be refused. */
    @Test
    void a_writer_has_one_request_in_flight_and_a_reader_gets_few_messages_at_once() {
        assertThat(LedgerSettings.ofWriter(settings(Map.of()), "id").asMap())
                .containsEntry("max.in.flight.requests.per.connection", "1");
        assertThat(LedgerSettings.ofReader(settings(Map.of("max.poll.records", "9999")))
                        .asMap())
                .containsEntry("max.poll.records", "500");
    }

    @Test
    void a_ledger_is_compressed_unless_another_type_is_given() {
        assertThat(settings(Map.of()).asMap()).containsEntry("compression.type", "lz4");
        assertThat(settings(Map.of("compression.type", "zstd")).asMap()).containsEntry("compression.type", "zstd");
    }
}
