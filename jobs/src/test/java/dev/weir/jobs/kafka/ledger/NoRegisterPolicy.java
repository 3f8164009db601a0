package dev.weir.jobs.kafka.ledger;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.server.policy.CreateTopicPolicy;

/** A broker policy that rejects the creation of the topic of the register of domains while this is forbidden. */
public final class NoRegisterPolicy implements CreateTopicPolicy {

    private static final AtomicBoolean FORBIDDEN = new AtomicBoolean();

    static void forbids(boolean forbidden) {
        FORBIDDEN.set(forbidden);
    }

    @Override
    public void validate(RequestMetadata asked) {
        if (FORBIDDEN.get() && asked.topic().equals(DomainRegister.TOPIC)) {
            throw new PolicyViolationException("not here");
        }
    }

    @Override
    public void configure(Map<String, ?> settings) {}

    @Override
    public void close() {}
}
