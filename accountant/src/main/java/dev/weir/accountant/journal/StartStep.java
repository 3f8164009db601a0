package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.List;

/** What a {@link Start} has to do next. */
public sealed interface StartStep {

    /**
     * Read the ledger, up to everything that was written before the reading began, other pipelines' open transactions
     * included; answer with {@link Start#read}.
     *
     * @param wanted which digests the reading has to remember
     */
    record Read(WantedDigests wanted) implements StartStep {}

    /** Take the domain's transactional id; answer with {@link Start#taken}. */
    record TakeDomain() implements StartStep {}

    /**
     * Take the pipeline's transactional id; answer with {@link Start#taken}.
     *
     * @param pipeline the pipeline
     */
    record TakePipeline(String pipeline) implements StartStep {}

    /**
     * Write these records in one transaction under the domain's id; answer with {@link Start#written}, {@link Start#lost}
     * or {@link Start#unknown}.
     *
     * @param entries in their order
     */
    record Write(List<DomainEntry> entries) implements StartStep {}

    /**
     * Let go of the domain's id and run.
     *
     * @param resumePoint what the run has to know
     * @param changes what has changed since the pipeline's last start and is only told, one line each: names of configuration and
     *     numbers
     */
    record Go(ResumePoint resumePoint, List<String> changes) implements StartStep {

        public Go {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Let go of both ids: the state has been adopted.
     *
     * @param adoption what was recorded
     */
    record Adopted(DomainEvent.Adoption adoption) implements StartStep {}

    /**
     * Let go of what was taken, and end.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements StartStep {}
}
