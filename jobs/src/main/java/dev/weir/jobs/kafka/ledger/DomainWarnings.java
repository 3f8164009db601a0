package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.NewestRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Warns where a pipeline's domain may spend more than one budget on the same records: at the first start of a domain, and
 * when other domains read the same topic.
 */
public final class DomainWarnings {

    private DomainWarnings() {}

    /**
     * Returns the warnings, one line each.
     *
     * @param admin a client of the brokers
     * @param pipeline the pipeline that starts
     * @param register the register of the domains on the same brokers
     * @throws IOException if the brokers cannot be reached
     */
    public static List<String> of(Admin admin, Pipeline pipeline, DomainRegister register)
            throws IOException, InterruptedException {
        Map<String, RegisteredDomain> domains = register.read().started();
        List<String> lines = new ArrayList<>();
        String domain = pipeline.plan().domain();
        String ledger = pipeline.sink().ledger();
        if (!domains.containsKey(domain) && NewestRecord.millis(admin, ledger) == Long.MIN_VALUE) {
            lines.add(first(domain, ledger));
            KafkaLedger.access(pipeline)
                    .request(pipeline.plan(), "not started", 0)
                    .fullDomain()
                    .ifPresent(lines::add);
        }
        lines.addAll(sharing(domain, pipeline.source().kafka().topic(), domains));
        return lines;
    }

    private static String first(String domain, String ledger) {
        return "this is the first start of domain " + domain + ": nothing counts as spent yet, and its ledger is topic "
                + ledger
                + " from now on; if the same records were released before, under another name or from other brokers, these losses"
                + " add";
    }

    /** Returns one line for each other domain whose pipelines have read the same input topic. */
    static List<String> sharing(String domain, String input, Map<String, RegisteredDomain> domains) {
        return domains.values().stream()
                .filter(other ->
                        !other.domain().equals(domain) && other.inputs().contains(input))
                .map(other -> "domains " + domain + " and " + other.domain() + " both read topic " + input
                        + ": their losses add, and what people are told must name the sum")
                .toList();
    }
}
