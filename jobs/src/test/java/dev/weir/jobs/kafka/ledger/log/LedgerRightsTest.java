package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerRightsTest {

    private static final AclBinding OF_THE_JOB = right("User:weir", AclOperation.WRITE, AclPermissionType.ALLOW);

    private static AclBinding right(String who, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "wiki-ledger", PatternType.LITERAL),
                new AccessControlEntry(who, "*", operation, permission));
    }

    @Test
    void a_ledger_without_acls_is_warned_of() {
        assertThat(LedgerRights.warning("wiki-ledger", TopicRole.LEDGER, List.of()))
                .hasValueSatisfying(
                        line -> assertThat(line).startsWith("topic wiki-ledger is the ledger's and has no ACLs"));
    }

    @Test
    void a_ledger_that_everyone_may_use_is_warned_of() {
        AclBinding everyone = right("User:*", AclOperation.READ, AclPermissionType.ALLOW);
        assertThat(LedgerRights.warning("wiki-ledger", TopicRole.LEDGER, List.of(OF_THE_JOB, everyone)))
                .hasValueSatisfying(line -> assertThat(line).contains("everyone has a right to it"));
    }

    @Test
    void a_ledger_that_the_job_alone_may_use_is_not() {
        AclBinding denied = right("User:*", AclOperation.DELETE, AclPermissionType.DENY);
        assertThat(LedgerRights.warning("wiki-ledger", TopicRole.LEDGER, List.of(OF_THE_JOB, denied)))
                .isEmpty();
    }

    @Test
    void the_register_of_domains_is_called_so_and_not_a_ledger() {
        AclBinding everyone = right("User:*", AclOperation.WRITE, AclPermissionType.ALLOW);
        assertThat(LedgerRights.warning("weir-domains", TopicRole.REGISTER, List.of()))
                .hasValueSatisfying(line ->
                        assertThat(line).startsWith("topic weir-domains is the register of domains and has no ACLs"));
        assertThat(LedgerRights.warning("weir-domains", TopicRole.REGISTER, List.of(everyone)))
                .hasValueSatisfying(line ->
                        assertThat(line).startsWith("topic weir-domains is the register of domains, and everyone"));
    }
}
