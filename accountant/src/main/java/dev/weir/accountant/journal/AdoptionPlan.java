package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Adoption;

/**
 * The effects and losses of an adoption, as they are shown before it is confirmed.
 *
 * @param reason why the state cannot go on without the adoption
 * @param adoption the record that is written
 * @param budgets the domain's declared budget, before and after
 * @param unseenBatches the number of batches of the ledger that the state does not know. They stay published and
 *     charged, and the state's own results for the same windows are dropped
 * @param droppedBatches the number of pending batches of the state that are dropped
 * @param droppedRows the number of rows of the dropped batches
 */
public record AdoptionPlan(
        Refusal reason, Adoption adoption, Budgets budgets, long unseenBatches, int droppedBatches, long droppedRows) {

    /**
     * The budget of a unit, in words, before and after the adoption.
     *
     * @param before the budget that the ledger declares
     * @param after the budget that the ledger will declare
     * @param sum the most that one unit may lose in each closed period that may have releases, and in each later period; if the unit has no
     *     periods, the most that it may lose in all. It lists the parts of all pipelines, before and after their adoptions, and the sum of
     *     the parts
     */
    public record Budgets(String before, String after, String sum) {}
}
