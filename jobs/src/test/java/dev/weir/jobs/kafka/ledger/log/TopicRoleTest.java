package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the required settings of the register's topic; {@link LedgerTopicTest} tests those of a ledger. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TopicRoleTest {

    @ParameterizedTest
    @CsvSource({
        "compact, false, ''",
        "'compact,delete', false, 'must have cleanup.policy=compact, has compact,delete'",
        "delete, false, 'must have cleanup.policy=compact, has delete'",
        "compact, true, 'must have unclean.leader.election.enable=false, has true'"
    })
    void a_register_that_can_forget_a_domain_is_wrong_by_the_name_of_the_setting(
            String cleanup, String unclean, String problem) {
        Config settings = new Config(List.of(
                new ConfigEntry("cleanup.policy", cleanup),
                new ConfigEntry("unclean.leader.election.enable", unclean),
                new ConfigEntry("retention.ms", "604800000"),
                new ConfigEntry("min.insync.replicas", "2")));
        assertThat(TopicRole.REGISTER.problem(settings).orElse("")).isEqualTo(problem);
    }
}
