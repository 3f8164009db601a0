package dev.weir.jobs.config.query;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.AnnouncementTerms;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads how keys that nobody declares are announced. */
final class DiscoveredReader {

    private final Section key;
    private final List<String> fields;
    private final Section section;
    private final String by;
    private final BigDecimal weight;

    /**
     * Creates a reader of a section {@code key} that has the field {@code discovered}.
     *
     * @param fields the fields with the attributes of the key, in order
     */
    DiscoveredReader(Section key, List<String> fields) {
        this.key = key;
        this.fields = fields.size() > 1 ? fields : List.of();
        this.section = key.section(KeyFields.DISCOVERED);
        this.by = section.read(DiscoveredFields.BY, DiscoveredKeys.NOT_STATED);
        this.weight = section.read(DiscoveredFields.WEIGHT, BigDecimal.ONE);
    }

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> keys() {
        int before = key.problemsSoFar();
        Stream.of(KeyFields.DECLARED, KeyFields.DECLARED_FILE)
                .filter(key::has)
                .forEach(field -> key.problem(
                        KeyFields.DISCOVERED, "exactly one of declared, declared-file and discovered must be given"));
        if (key.has(KeyFields.OTHERS)) {
            key.problem(
                    KeyFields.OTHERS,
                    "must be left out where keys are discovered: what the keys have in common that are not announced is not released");
        }
        if (!key.has(KeyFields.FIELD) && !key.has(KeyFields.FIELDS)) {
            key.problem(KeyFields.DISCOVERED, "must stand with field or fields: levels need declared keys");
        }
        Optional<Delta> delta = section.find(DiscoveredFields.DELTA);
        long preThreshold = section.read(DiscoveredFields.PRE_THRESHOLD, 1L);
        long every = section.read(DiscoveredFields.EVERY, 1L);
        section.finish();
        Optional<KeySpace> keys = delta.filter(any -> key.isSound(before))
                .map(stated -> new DiscoveredKeys(stated, by, preThreshold, every, fields));
        if (keys.isPresent()) {
            key.finish();
        }
        return keys;
    }

    /**
     * Notes a problem if the budget has no &delta; that can pay for the keys of a query.
     *
     * @param key the section {@code key} of the query
     */
    static void checkBudget(Section key, KeySpace keys, Budget budget) {
        keys.discovered().ifPresent(discovered -> {
            if (budget instanceof Budget.Pure) {
                key.problem(KeyFields.DISCOVERED, "needs privacy.budget.delta, a part of which pays for the keys");
            } else if (discovered.delta().compareTo(budget.delta()) > 0) {
                key.problem(KeyFields.DISCOVERED, "must have at most the delta of privacy.budget");
            } else if (budget instanceof Budget.Concentrated
                    && discovered.delta().equals(budget.delta())) {
                key.problem(
                        KeyFields.DISCOVERED,
                        "must have less than the delta of privacy.budget, at which rho is reported");
            }
        });
    }

    /**
     * Returns what is measured: {@link AnnouncementTerms#measured}. Notes a problem if the weight of a count that no row states is given and there is
     * none.
     *
     * @param keys the keys; empty if a problem has been noted
     * @param released what the query releases
     */
    List<Aggregate> measured(Optional<KeySpace> keys, List<Aggregate> released) {
        if (released.isEmpty() && section.has(DiscoveredFields.BY)) {
            section.problem(
                    DiscoveredFields.BY,
                    "must be left out where nothing is released: a count of units that no row states announces keys");
            return released;
        }
        List<Aggregate> measured = keys.map(stated -> AnnouncementTerms.measured(stated, released, weight))
                .orElse(released);
        if (keys.isPresent() && measured.size() == released.size() && section.has(DiscoveredFields.WEIGHT)) {
            section.problem(
                    DiscoveredFields.WEIGHT,
                    "must be left out where a released count announces keys: that count has a weight of its own");
        }
        return measured;
    }
}
