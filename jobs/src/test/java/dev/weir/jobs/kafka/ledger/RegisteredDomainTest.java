package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.jobs.kafka.ledger.RegisteredDomain.RegisteredSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    /** Earlier builds refuse this form. */
    @Test
    void a_domain_whose_ledger_has_snapshots_is_read_and_written_in_the_second_form() {
        ChainTip first = new ChainTip(5, new ChainHash(1, 2, 3, 255));
        ChainTip second = new ChainTip(7, new ChainHash(1, 2, 3, 254));
        RegisteredDomain wiki = new RegisteredDomain(
                "wiki",
                "wiki-ledger",
                Set.of("talk", "edits"),
                new ChainTip(9, new ChainHash(1, 2, 3, 255)),
                List.of(new RegisteredSnapshot(100, first), new RegisteredSnapshot(200, second)));
        String text = TEXT.replace("{\"form\":1", "{\"form\":2")
                        .replace("\"entry\":3", "\"entry\":9")
                        .replace("}", "")
                + ",\"snapshots\":[{\"barrier\":100,\"entry\":5,\"digest\":\"" + DIGEST + "\"},"
                + "{\"barrier\":200,\"entry\":7,\"digest\":\"" + DIGEST.replace("ff", "fe") + "\"}]}";
        assertThat(new String(wiki.bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
        assertThat(RegisteredDomain.of(wiki.bytes())).hasValue(wiki);
        byte[] third = text.replace("\"form\":2", "\"form\":3").getBytes(StandardCharsets.UTF_8);
        assertThat(RegisteredDomain.of(third)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"form\":2,\"domain\":\"wiki\"}",
                "{\"form\":2,\"domain\":\"wiki\",\"ledger\":\"wiki-ledger\",\"inputs\":[],\"entry\":3,\"digest\":\""
                        + DIGEST + "\"}",
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
