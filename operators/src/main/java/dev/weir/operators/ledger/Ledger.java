package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The ledger of one domain, as one attempt of one of its pipelines sees it. The release protocol of {@code
 * dev.weir.accountant.journal} uses it. One thread at a time uses a ledger; any thread may call {@link #close}.
 *
 * <p><b>What an implementation guarantees.</b> The proof of the release protocol assumes exactly the following, and
 * {@code LedgerContract} tests it.
 * <ul>
 *   <li><b>One log.</b> All transactions of the domain, under whatever id, have one order, which is the same for every
 *       reader. The log only grows: no transaction is dropped, compacted or reordered.
 *   <li><b>Transactions.</b> For every reader, the records given to one call of {@link #writeDomain} or {@link
 *       #writePipeline} are in the log all together and in their order, or not at all. Records of two pipelines may
 *       interleave. Transactions under one id do not.
 *   <li><b>Durable.</b> {@link Result#WRITTEN} is returned only once the transaction survives the loss of this process
 *       and every other loss that the store promises to survive.
 *   <li><b>Two ids.</b> The domain has one id, and each of its pipelines has an id of its own. The ids are made of the
 *       names of the domain and of the pipeline alone, never of a job, an attempt or a machine, so that a clone of a
 *       job has the same ids. An id has at most one holder: the process that took it last. Only its holder writes under
 *       an id.
 *   <li><b>Taking an id fences earlier holders.</b> When {@link #takeDomain} or {@link #takePipeline} returns, every
 *       transaction that an earlier holder began under this id is in the log or never will be. Every later write of an
 *       earlier holder returns {@link Result#FENCED} and adds nothing to the log. This holds also if the earlier holder
 *       has not noticed, is paused, or was this process. Taking one id never fences a holder of another id.
 *   <li><b>Readings.</b> {@link #read} shows everything that was in the log when it was called, in the log's order, and
 *       no record of an aborted transaction. It may or may not show a transaction of another pipeline that was under
 *       way at the call. But it must not show later records of the log without that transaction, so it waits until the
 *       transaction has ended.
 *   <li><b>Unknown outcomes.</b> {@link Result#FENCED} is returned only if the transaction is not in the log and never
 *       will be, {@link Result#WRITTEN} only if it is. Every other outcome is {@link Result#UNKNOWN}: a time-out, a
 *       lost connection, an interrupted wait for the answer. After an unknown outcome nothing more is written under
 *       this id until the id has been taken again; an implementation refuses every write before that with {@link
 *       IllegalStateException}.
 * </ul>
 *
 * <p>Records are private: they hold values that are not visible yet. No record's bytes appear in a message or a log.
 */
public interface Ledger extends AutoCloseable {

    /**
     * Shows the bytes of every record, from the first to the last.
     *
     * @param records receives the bytes of one record at a time: those that {@link LedgerBytes#encode} wrote or, for an
     *     unreadable record, any other bytes or none. Also receives the offset of the record, if the store has offsets.
     *     Called by the reading thread
     * @throws IOException if the ledger cannot be reached or read to its end; the caller must then ignore the records
     *     shown so far
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} with {@code LEDGER_BEHIND}, if another source shows that the
     *     domain's ledger has more records, or is a different ledger
     */
    void read(LedgerRecords records) throws IOException, InterruptedException;

    /**
     * Shows the records behind those of the newest reading of this object, if the store can tell that the ledger is the one that was read
     * and that its end was not lost. Like {@link #read}, it shows everything that was in the log when it was called.
     *
     * @param records the receiver of the newest reading
     * @return false if {@code records} has received nothing, and everything must be read by {@link #read}: the store cannot tell, or the
     *     newest reading had another receiver or has failed. This default implementation always returns false
     * @throws IOException as {@link #read}; {@code records} may then have received a part
     */
    default boolean readOn(LedgerRecords records) throws IOException, InterruptedException {
        return false;
    }

    /**
     * The place behind the newest reading, for {@link #readBehind}.
     *
     * @param records the receiver of the newest reading
     * @return no value if {@code records} has received nothing up to that place: the store cannot tell places apart, or the newest reading had another
     *     receiver or has failed. This default implementation returns none
     */
    default Optional<byte[]> reached(LedgerRecords records) {
        return Optional.empty();
    }

    /**
     * Shows the records behind a place that another object of this ledger has {@link #reached}, perhaps in another process and long ago, under
     * the conditions of {@link #readOn}.
     *
     * @param place the place, any bytes
     * @param records a receiver that has what was read up to the place
     * @return false if everything must be read by another receiver: the store cannot tell, the place is of another ledger, the ledger was cut
     *     since, or the newest snapshots are behind the place. This default implementation always returns false
     * @throws IOException as {@link #read}
     */
    default boolean readBehind(byte[] place, LedgerRecords records) throws IOException, InterruptedException {
        return false;
    }

    /**
     * Shows the records from the older one of the two newest snapshots on, if the store knows where they are, after {@link
     * LedgerRecords#cut}. Like {@link #read}, it shows everything behind that place that was in the log when it was called.
     *
     * @param records a receiver that has received nothing
     * @return false if everything must be read by {@link #read}, by another receiver: the store knows of no two snapshots, or the ledger is not
     *     the one that they are of. This default implementation always returns false
     * @throws IOException as {@link #read}
     */
    default boolean readFromSnapshot(LedgerRecords records) throws IOException, InterruptedException {
        return false;
    }

    /**
     * The number of batches after which a job writes a snapshot of this ledger. This default implementation returns 0: nobody writes one, for a
     * store that cannot begin a reading there.
     */
    default long batchesASnapshot() {
        return 0;
    }

    /**
     * Writes a snapshot in one transaction under the domain's id.
     *
     * @param records the snapshot, whose barrier the newest reading of this object has shown
     * @throws UnsupportedOperationException if {@link #batchesASnapshot} is 0
     * @throws IllegalStateException as {@link #writeDomain}
     */
    default Result writeSnapshot(List<LedgerRecord> records) throws InterruptedException {
        throw new UnsupportedOperationException("nobody writes snapshots of this ledger");
    }

    /**
     * The time of the last write to the ledger or, as far as the ledger knows these places, to the place where copies
     * become visible or to the source of the input records. Each time is the one that the store keeps with what was
     * written: set by the store, or by the writing process if the store leaves this to writers. Lost records do not
     * count.
     *
     * @return epoch milliseconds; {@link Long#MIN_VALUE} if nothing has been written
     * @throws IOException if the ledger cannot be reached
     */
    long lastWritten() throws IOException, InterruptedException;

    /**
     * Whether the owner of this pipeline shows signs of life: it has called {@link #showLife} and neither closed its
     * ledger nor fallen silent. The call may take some seconds. A wrong yes delays a start. A wrong no lets the start
     * stop a run that is alive, which breaks no promise about data.
     *
     * @param owner the latest owner of this pipeline, as a reading of the ledger says
     * @throws IOException if the ledger cannot be reached
     */
    boolean isAlive(Owner owner) throws IOException, InterruptedException;

    /**
     * Takes the id of the domain.
     *
     * @throws IOException if the ledger cannot be reached: then it is not known whether the id was taken
     */
    void takeDomain() throws IOException, InterruptedException;

    /**
     * Takes the id of this pipeline.
     *
     * @throws IOException if the ledger cannot be reached: then it is not known whether the id was taken
     */
    void takePipeline() throws IOException, InterruptedException;

    /**
     * Writes entries of the domain's chain in one transaction under the domain's id.
     *
     * @param entries in their order, at least one
     * @throws IllegalStateException if the id has not been taken, or has not been taken again after an unknown outcome
     */
    Result writeDomain(List<DomainEntry> entries) throws InterruptedException;

    /**
     * Gives up the domain's id, which is held only during a start or a command that writes to the ledger, such as a
     * raise of the budget. Does nothing if this process does not hold the id.
     */
    void releaseDomain();

    /**
     * Writes records in one transaction under the pipeline's id.
     *
     * @param records in their order, at least one: the rows of a batch and its seal, a confirmation, or a retirement. A
     * batch may have a row for every key of a query, so the records are taken from the iterator one by one and not
     * collected. If the iterator throws an exception, the transaction is aborted, none of its records is ever in the
     * log, and the exception is rethrown
     * @throws IllegalStateException if the id has not been taken, or has not been taken again after an unknown outcome
     */
    Result writePipeline(Iterable<? extends LedgerRecord> records) throws InterruptedException;

    /**
     * Shows from now until {@link #close} that the owner is alive, so that other starts can see it. The sign of life
     * ends early if a later owner shows life.
     *
     * @param owner the number of the ownership, as written to the ledger
     * @param replaced called when a later owner shows life, once or more often, possibly by another thread. An owner
     * that has nothing to write learns in this way that it has been fenced
     */
    void showLife(long owner, Runnable replaced) throws IOException, InterruptedException;

    /**
     * Watches, from now until {@link #close}, the records that others write after the last record read, and logs where
     * records are unreadable. If the method is called again, its new receiver replaces the earlier one. This default
     * implementation does nothing; it is for a store that only ledgers write to.
     *
     * @param foreign receives, in another thread, the number of newly found unreadable records
     */
    default void watch(IntConsumer foreign) {}

    /**
     * Gives up the ids and stops showing life. No record is written.
     *
     * @throws IOException if closing fails; the next holder is not affected
     */
    @Override
    void close() throws IOException;

    /** The outcome of a transaction. */
    enum Result {
        /** The transaction is in the log, durably. */
        WRITTEN,
        /** Another process has taken the id: the transaction is not in the log and never will be. */
        FENCED,
        /** It is not known whether the transaction is in the log. */
        UNKNOWN
    }

    /**
     * Opens a ledger where the publishing operator runs, or in the process that submits the job. {@link
     * Object#toString} returns the place as messages name it, without passwords.
     */
    @FunctionalInterface
    interface Factory extends Serializable {

        /**
         * Opens the ledger of a domain, as one of its pipelines sees it, and creates a ledger that does not exist. No
         * id is taken and no record is written.
         *
         * @param domain the name of the domain: not blank, without a slash
         * @param pipeline the name of the pipeline, unique within the domain: not blank
         * @throws IOException if the ledger cannot be reached
         * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
         *     dev.weir.operators.state.restore.StartRefused} with {@code LEDGER_UNUSABLE}, if the ledger's place does
         *     not keep the promises of {@link Ledger}: the message names the setting
         */
        Ledger open(String domain, String pipeline) throws IOException;

        /**
         * Opens the ledger for reading only. Where possible, a missing ledger is not created and is read as empty.
         *
         * @param domain the domain, as in {@link #open}
         * @param pipeline the pipeline, as in {@link #open}
         * @throws IOException if the ledger cannot be reached
         */
        default Ledger look(String domain, String pipeline) throws IOException {
            return open(domain, pipeline);
        }
    }
}
