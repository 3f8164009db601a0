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

/** What was decided about a domain, and when: its declarations, the claims of its pipelines, and adoptions. */
final class LedgerHistory {

    private final List<Decision<DomainEvent>> decisions = new ArrayList<>();
    private final Map<String, @Nullable Instant> batches = new HashMap<>();

    /**
     * A decision.
     *
     * @param entry its number in the domain's chain
     * @param event what was decided
     * @param time when it was recorded; null where that is not known
     */
    record Decision<E>(long entry, E event, @Nullable Instant time) {}

    /** Takes the next record and its time. */
    void accept(LedgerRecord record, @Nullable Instant time) {
        if (record instanceof DomainEntry entry) {
            decisions.add(new Decision<>(entry.tip().sequence(), entry.event(), time));
        } else if (record instanceof BatchSeal seal) {
            batches.put(seal.pipeline(), time);
        }
    }

    /** When the latest budget was declared; null where that is not known. */
    @Nullable Instant declared() {
        return of(Declaration.class)
                .reduce((one, later) -> later)
                .flatMap(latest -> Optional.ofNullable(latest.time()))
                .orElse(null);
    }

    /**
     * The raises of the budget, in their order, each from the period on that it holds from: one that names a period which something had been
     * released about holds from a later one.
     */
    List<Decision<Raise>> raises(DomainBudget budget) {
        List<Decision<Raise>> recorded = of(Raise.class).toList();
        return IntStream.range(0, budget.raises().size())
                .mapToObj(i -> new Decision<>(
                        recorded.get(i).entry(),
                        budget.raises().get(i),
                        recorded.get(i).time()))
                .toList();
    }

    /** When the latest batch of a pipeline was written; null where that is not known. */
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
