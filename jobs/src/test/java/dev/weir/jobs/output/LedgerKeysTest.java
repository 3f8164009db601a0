package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.ChargeAudit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LedgerKeysTest {

    private static final LedgerKeys KEYS = new LedgerKeys(
            "shop", Map.of("q", List.of("country", "device")), Map.of("q", Set.of("D%2CE,web", "FR,app")));

    private static ChargeAudit.Scope scope(String pipeline, String query, String key) {
        return new ChargeAudit.Scope(pipeline, query, key, 0);
    }

    @Test
    void a_known_key_of_several_columns_is_shown_by_its_attributes() {
        ChargeAudit.Scope known = scope("shop", "q", "D%2CE,web");
        assertThat(KEYS.field(known)).isEqualTo(Map.of("country", "D,E", "device", "web"));
        assertThat(KEYS.words(known)).isEqualTo("country=D,E, device=web");
    }

    @Test
    void every_other_key_is_shown_as_the_ledger_has_it() {
        for (ChargeAudit.Scope other :
                List.of(scope("other", "q", "FR,app"), scope("shop", "r", "FR,app"), scope("shop", "q", "a,b %"))) {
            assertThat(KEYS.field(other)).isEqualTo(other.key());
            assertThat(KEYS.words(other)).isEqualTo(other.key());
        }
    }
}
