package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.ChargeAudit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.keys.KeyName;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.PricedQuery;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of keys in a ledger, which holds their texts alone. The attributes of a key are known for the queries of the pipeline
 * whose file is at hand; other keys with several attributes are shown as in release ids.
 *
 * @param pipeline the name of the pipeline
 * @param attributes the attributes of the keys of its queries that have several, by the names of these queries
 * @param known the texts of the keys of these queries
 */
record LedgerKeys(String pipeline, Map<String, List<String>> attributes, Map<String, Set<String>> known) {

    /** No key with several attributes is known. */
    static final LedgerKeys UNKNOWN = new LedgerKeys("", Map.of(), Map.of());

    /**
     * The keys of a pipeline's queries.
     *
     * @param pipeline the pipeline
     */
    static LedgerKeys of(Pipeline pipeline) {
        Map<String, List<String>> attributes = new HashMap<>();
        Map<String, Set<String>> known = new HashMap<>();
        for (PricedQuery priced : pipeline.plan().queries()) {
            KeySpace keys = priced.query().keys();
            if (!keys.attributes().isEmpty()) {
                attributes.put(priced.query().name(), keys.attributes());
                known.put(priced.query().name(), new HashSet<>(keys.known()));
            }
        }
        return new LedgerKeys(pipeline.name(), attributes, known);
    }

    /** The attributes of a scope's key; none if it is one text. An earlier version may have had other attributes. */
    private List<String> attributes(ChargeAudit.Scope scope) {
        boolean isKnown = scope.pipeline().equals(pipeline)
                && known.getOrDefault(scope.query(), Set.of()).contains(scope.key());
        return isKnown ? attributes.getOrDefault(scope.query(), List.of()) : List.of();
    }

    /** The key of a scope as a field: a text, or the values of attributes by their names. */
    Object field(ChargeAudit.Scope scope) {
        List<String> names = attributes(scope);
        return names.isEmpty() ? scope.key() : new KeyName(scope.key(), true).fields(names);
    }

    /** The key of a scope in words. */
    String words(ChargeAudit.Scope scope) {
        List<String> names = attributes(scope);
        return new KeyName(scope.key(), !names.isEmpty()).words(names);
    }
}
