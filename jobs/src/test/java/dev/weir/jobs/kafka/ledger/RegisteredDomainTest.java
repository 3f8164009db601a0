package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the format of a domain in the register, and the warnings about several domains. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RegisteredDomainTest {

    private static final String DIGEST = "00000000000000010000000000000002000000000000000300000000000000ff";

    /** A record in form 1, which every later build must read in the same way. */
    private static final String TEXT =
            "{\"form\":1,\"domain\":\"wiki\",\"ledger\":\"wiki-ledger\",\"inputs\":[\"edits\",\"talk\"],"
                    + "\"entry\":3,\"digest\":\"" + DIGEST + "\"}";

    private static RegisteredDomain seen(String domain, String... inputs) {
        return new RegisteredDomain(
                domain, domain + "-ledger", Set.of(inputs), new ChainTip(3, new ChainHash(1, 2, 3, 255)));
    }

    @Test
    void a_record_of_the_first_form_is_read_and_written() {
        RegisteredDomain wiki = seen("wiki", "talk", "edits");
        assertThat(RegisteredDomain.of(TEXT.getBytes(StandardCharsets.UTF_8))).hasValue(wiki);
        assertThat(new String(wiki.bytes(), StandardCharsets.UTF_8)).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"form\":2,\"domain\":\"wiki\"}",
                "{\"form\":1,\"domain\":\"wiki\"}",
                "{}",
                "wiki",
                "{\"form\":1",
                "7"
            })
    void what_has_another_form_is_no_record(String text) {
        assertThat(RegisteredDomain.of(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void domains_that_have_read_the_same_topic_are_named_with_what_follows() {
        Map<String, RegisteredDomain> domains = Map.of(
                "wiki", seen("wiki", "edits"), "all", seen("all", "talk", "edits"), "rides", seen("rides", "trips"));
        assertThat(DomainWarnings.sharing("wiki", "edits", domains))
                .containsExactly(
                        "domains wiki and all both read topic edits: their losses add, and what people are told must"
                                + " name the sum");
        assertThat(DomainWarnings.sharing("rides", "trips", domains)).isEmpty();
    }
}
