package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.BrokerAnswer;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Checks who may use the topics of a ledger, as far as the brokers tell the job. The ledger holds values before they are
 * published. A user who writes or deletes records there, or in the register of domains, defeats the purpose of these topics.
 * The administrators of the brokers are responsible for access rights, so the job only warns about them.
 */
public final class LedgerRights {

    private static final String EVERYONE = "User:*";
    private static final Set<AclOperation> HARMFUL =
            Set.of(AclOperation.ALL, AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER);

    private LedgerRights() {}

    /**
     * Returns a warning, in one line, about unsafe rights. Empty if the job may not ask for rights, which is desirable: then
     * somebody administers them.
     *
     * @param admin a client of the brokers
     * @param topic the topic's name
     * @param role the purpose of the topic
     * @throws IOException if the brokers do not answer
     */
    public static Optional<String> warning(Admin admin, String topic, TopicRole role)
            throws IOException, InterruptedException {
        AclBindingFilter asked = new AclBindingFilter(
                new ResourcePatternFilter(ResourceType.TOPIC, topic, PatternType.MATCH), AccessControlEntryFilter.ANY);
        try {
            return warning(
                    topic, role, BrokerAnswer.of(admin.describeAcls(asked).values()));
        } catch (TimeoutException e) {
            throw new IOException("the brokers of ledger " + topic + " do not answer", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Optional.empty();
            }
            if (e.getCause() instanceof SecurityDisabledException) {
                return Optional.of("the brokers have no authorizer: whoever reaches them can read, write and delete the"
                        + " ledger; see docs/ledger.md");
            }
            throw new IOException("the rights to topic " + topic + " cannot be looked up", e);
        }
    }

    /** Returns a warning if everyone has a harmful right, or if the topic has no ACLs; empty otherwise. */
    static Optional<String> warning(String topic, TopicRole role, Collection<AclBinding> rights) {
        boolean isForEveryone = rights.stream()
                .map(AclBinding::entry)
                .anyMatch(entry -> entry.permissionType() == AclPermissionType.ALLOW
                        && entry.principal().equals(EVERYONE)
                        && HARMFUL.contains(entry.operation()));
        if (isForEveryone) {
            return Optional.of("topic " + topic + " is " + role.use()
                    + ", and everyone has a right to it that the job alone should" + " have (" + EVERYONE
                    + "); see docs/ledger.md");
        }
        return rights.isEmpty()
                ? Optional.of("topic " + topic + " is " + role.use()
                        + " and has no ACLs: whether anybody may read or delete it"
                        + " depends on allow.everyone.if.no.acl.found of the brokers; see docs/ledger.md")
                : Optional.empty();
    }
}
