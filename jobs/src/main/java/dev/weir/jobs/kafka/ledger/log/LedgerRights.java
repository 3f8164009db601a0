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
 * Who may use the topics of a ledger, as far as their brokers tell the job: the ledger holds values before they are visible, and
 * whoever writes or deletes there, or in the register of domains, undoes what they are for. Rights are the operator's duty, so
 * what is missing is warned of.
 */
public final class LedgerRights {

    private static final String EVERYONE = "User:*";
    private static final Set<AclOperation> HARMFUL =
            Set.of(AclOperation.ALL, AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER);

    private LedgerRights() {}

    /**
     * What is unwise, in one line. Nothing where the job may not ask, as it should be: then there is somebody who decides.
     *
     * @param admin a client of the brokers
     * @param topic the topic's name
     * @param role what the topic is for
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
                        + " ledger; see docs/operations.md");
            }
            throw new IOException("the rights to topic " + topic + " cannot be looked up", e);
        }
    }

    /** A warning about rights that are too wide; empty if there are none. */
    static Optional<String> warning(String topic, TopicRole role, Collection<AclBinding> rights) {
        boolean isForEveryone = rights.stream()
                .map(AclBinding::entry)
                .anyMatch(entry -> entry.permissionType() == AclPermissionType.ALLOW
                        && entry.principal().equals(EVERYONE)
                        && HARMFUL.contains(entry.operation()));
        if (isForEveryone) {
            return Optional.of("topic " + topic + " is " + role.use()
                    + ", and everyone has a right to it that the job alone should" + " have (" + EVERYONE
                    + "); see docs/operations.md");
        }
        return rights.isEmpty()
                ? Optional.of("topic " + topic + " is " + role.use()
                        + " and has no ACLs: whether anybody may read or delete it"
                        + " depends on allow.everyone.if.no.acl.found of the brokers; see docs/operations.md")
                : Optional.empty();
    }
}
