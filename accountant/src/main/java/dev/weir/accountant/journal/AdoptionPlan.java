package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Adoption;

/**
 * The effects and losses of an adoption, as they are shown before it is confirmed.
 *
 * @param reason why the state cannot go on without the adoption
 * @param adoption what is recorded
 * @param budgets what the domain declares, before and after
 * @param unseenBatches how many batches of the ledger the state does not know: they stay published and charged, and what
 *     the state would have released of the same windows is dropped
 * @param droppedBatches how many pending batches of the state are dropped
 * @param droppedRows how many rows the dropped batches have
 */
public record AdoptionPlan(
        Refusal reason, Adoption adoption, Budgets budgets, long unseenBatches, int droppedBatches, long droppedRows) {

    /**
     * The budget of a unit, in words, before and after the adoption.
     *
     * @param before what the ledger declares
     * @param after what it will declare
     * @param sum what one unit may lose in each period that is closed and may have releases, and in each one from then on; where it
     *     has no periods, before and from then on together: the parts of all pipelines, before and after their adoptions, and their sum
     */
    public record Budgets(String before, String after, String sum) {}
}
