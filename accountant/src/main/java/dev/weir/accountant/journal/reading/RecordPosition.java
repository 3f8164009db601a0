package dev.weir.accountant.journal.reading;

/**
 * The position of a record in a ledger.
 *
 * @param record the index of the record in the ledger, from 0 on; several records may be in one message of the log
 * @param offset the offset of the record's message in the only partition of the ledger's log; -1 if the store has no
 *     offsets
 */
public record RecordPosition(long record, long offset) {

    @Override
    public String toString() {
        return "record " + record + (offset < 0 ? "" : ", partition 0, offset " + offset);
    }
}
