package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.List;

/** The next action that a {@link Start} asks for. */
public sealed interface StartStep {

    /**
     * Read the ledger, including everything that was written before the reading began. Wait for the end of open
     * transactions of other pipelines; answer with {@link Start#read}.
     *
     * @param wanted the entries whose digests the reading has to remember
     */
    record Read(WantedDigests wanted) implements StartStep {}

    /** Take the domain's transactional id; answer with {@link Start#taken}. */
    record TakeDomain() implements StartStep {}

    /**
     * Take the pipeline's transactional id; answer with {@link Start#taken}.
     *
     * @param pipeline the name of the pipeline
     */
    record TakePipeline(String pipeline) implements StartStep {}

    /**
     * Write entries in one transaction under the domain's id; answer with {@link Start#written}, {@link Start#lost} or
     * {@link Start#unknown}.
     *
     * @param entries the entries to write, in their order
     */
    record Write(List<DomainEntry> entries) implements StartStep {}

    /**
     * Give up the domain's id and run.
     *
     * @param resumePoint the result of the start
     * @param changes the changes since the pipeline's last start that are only reported; each takes one line, with
     *     numbers and names from the configuration
     */
    record Go(ResumePoint resumePoint, List<String> changes) implements StartStep {

        public Go {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Give up both ids: the adoption has been recorded.
     *
     * @param adoption the recorded adoption
     */
    record Adopted(DomainEvent.Adoption adoption) implements StartStep {}

    /**
     * Give up the ids that were taken, and end.
     *
     * @param refusal the reason
     */
    record Refused(Refusal refusal) implements StartStep {}
}
