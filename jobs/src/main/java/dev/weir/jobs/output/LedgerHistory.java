package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The recorded decisions about a domain, with their times: declarations and raises of its budget, claims of pipelines,
 * and adoptions.
 */
final class LedgerHistory {

    private final List<Decision<DomainEvent>> decisions = new ArrayList<>();
    private final Map<String, @Nullable Instant> batches = new HashMap<>();

    /**
     * A recorded decision.
     *
     * @param entry the number of the entry in the domain's chain; null if the entry is cut off
     * @param event what was decided
     * @param time when the decision was recorded; null if the time is not known
     */
    record Decision<E>(
            @Nullable Long entry, E event, @Nullable Instant time) {}

    /**
     * Adds the next record of the ledger.
     *
     * @param time when the record was written; null if the time is not known
     */
    void accept(LedgerRecord record, @Nullable Instant time) {
        if (record instanceof DomainEntry entry) {
            decisions.add(new Decision<>(entry.tip().sequence(), entry.event(), time));
        } else if (record instanceof BatchSeal seal) {
            batches.put(seal.pipeline(), time);
        }
    }

    /** The time of the latest declaration; null if it is not known. */
    @Nullable Instant declared() {
        return of(Declaration.class)
                .reduce((one, later) -> later)
                .flatMap(latest -> Optional.ofNullable(latest.time()))
                .orElse(null);
    }

    /**
     * The raises of the budget in their order, each with the period from which it takes effect. If a raise names a
     * period that already has releases, it takes effect in a later period. Entries and times of the first ones may be cut off.
     */
    List<Decision<Raise>> raises(DomainBudget budget) {
        List<Decision<Raise>> recorded = of(Raise.class).toList();
        int cut = Math.max(0, budget.raises().size() - recorded.size());
        return IntStream.range(0, budget.raises().size())
                .mapToObj(i -> raise(budget.raises().get(i), i < cut ? null : recorded.get(i - cut)))
                .toList();
    }

    private static Decision<Raise> raise(Raise raise, @Nullable Decision<Raise> recorded) {
        return recorded == null
                ? new Decision<>(null, raise, null)
                : new Decision<>(recorded.entry(), raise, recorded.time());
    }

    /** The time of a pipeline's latest batch; null if it is not known. */
    @Nullable Instant lastBatch(String pipeline) {
        return batches.get(pipeline);
    }

    /** The claims of a pipeline, one for each of its starts. */
    List<Decision<Ownership>> claims(String pipeline) {
        return of(Ownership.class)
                .filter(claim -> claim.event().pipeline().equals(pipeline))
                .toList();
    }

    /** The adoptions of a pipeline's states. */
    List<Decision<Adoption>> adoptions(String pipeline) {
        return of(Adoption.class)
                .filter(adoption -> adoption.event().pipeline().equals(pipeline))
                .toList();
    }

    private <E extends DomainEvent> Stream<Decision<E>> of(Class<E> kind) {
        return decisions.stream()
                .filter(decision -> kind.isInstance(decision.event()))
                .map(decision -> new Decision<>(decision.entry(), kind.cast(decision.event()), decision.time()));
    }
}
