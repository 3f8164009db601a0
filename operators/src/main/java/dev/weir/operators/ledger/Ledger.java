package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The ledger of one domain, as one attempt of one of its pipelines sees it. The release protocol of {@code
 * dev.weir.accountant.journal} uses it. One thread at a time uses a ledger; any thread may call {@link #close}.
 *
 * <p><b>What an implementation guarantees.</b> The proof of the release protocol assumes exactly this, and
 * {@code LedgerContract} tests it.
 * <ul>
 *   <li><b>One log.</b> All transactions of the domain, under whatever id, have one order, the same for every reader. It
 *       never changes: nothing is dropped, compacted or reordered.
 *   <li><b>Transactions.</b> What {@link #writeDomain} and {@link #writePipeline} are given is in the log whole and in its
 *       order, or not at all, for every reader. Records of two pipelines may interleave; records under one id do not.
 *   <li><b>Durable.</b> {@link Result#WRITTEN} is returned only once the transaction outlasts the loss of this process, and
 *       of whatever else the store promises to survive.
 *   <li><b>Two ids.</b> The domain has one id and each of its pipelines has one of its own. They are made of the names
 *       of the domain and of the pipeline alone, never of a job, an attempt or a machine, so that a clone has the same.
 *       An id has at most one holder: the one that took it last. Nothing is written under an id by anyone but its holder.
 *   <li><b>Taking ends what was under way.</b> When {@link #takeDomain} or {@link #takePipeline} returns, every
 *       transaction that an earlier holder began under this id is in the log or will never be; and every later write of an
 *       earlier holder returns {@link Result#FENCED} and leaves nothing. This holds also if the earlier holder does not
 *       know yet, is paused, or was this process. Taking one id never fences a holder of another.
 *   <li><b>Readings.</b> {@link #read} shows everything that was in the log when it was called, in the log's order, and
 *       nothing of a transaction that was aborted. A transaction of another pipeline that was under way when it was called
 *       may be shown or not, but nothing that follows it in the log may be shown without it: so the reading waits until it
 *       has ended.
 *   <li><b>Unknown outcomes.</b> {@link Result#FENCED} is returned only if the transaction is not in the log and never will
 *       be, {@link Result#WRITTEN} only if it is. Everything else is {@link Result#UNKNOWN}: a time-out, a lost
 *       connection, an interrupted wait for the answer. After it nothing more is written under this id before it has been
 *       taken again; an implementation refuses such a write with {@link IllegalStateException}.
 * </ul>
 *
 * <p>Records are private: they hold values that are not visible yet. No record's bytes appear in a message or a log.
 */
public interface Ledger extends AutoCloseable {

    /**
     * Shows the bytes of every record, from the first to the last.
     *
     * @param records receives the bytes one record at a time, each as {@link LedgerBytes#encode} wrote it or as the
     * store has it, and where they are, as far as the store has offsets; called by the reading thread
     * @throws IOException if the ledger cannot be reached or read to its end; what was shown counts for nothing then
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} with {@code LEDGER_BEHIND}, if it is known elsewhere that the domain's ledger has
     *     more, or is another one
     */
    void read(LedgerRecords records) throws IOException, InterruptedException;

    /**
     * The time at which anything was last written: here, where copies become visible, or where records are read from.
     * It is by the clock of the store and not by this machine's. Lost records do not count.
     *
     * @return epoch milliseconds; {@link Long#MIN_VALUE} if there is nothing
     * @throws IOException if the ledger cannot be reached
     */
    long lastWritten() throws IOException, InterruptedException;

    /**
     * Whether the owner of this pipeline shows signs of life: it has called {@link #showLife} and neither closed its
     * ledger nor fallen silent. It may take some seconds. A wrong yes delays a start. A wrong no lets the start stop a
     * run that is alive, which breaks no promise about data.
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
     * @throws IllegalStateException if the id has not been taken since the last unknown outcome
     */
    Result writeDomain(List<DomainEntry> entries) throws InterruptedException;

    /** Gives up the domain's id, which is held only during a start. Does nothing if it is not held. */
    void releaseDomain();

    /**
     * Writes records in one transaction under the pipeline's id.
     *
     * @param records in their order, at least one: the rows of a batch and its seal, or a retirement. They are as many
     * as a step has keys, so they are taken one by one and not collected. An exception of the iterator aborts the
     * transaction, so that none of it ever is in the log, and is thrown on
     * @throws IllegalStateException if the id has not been taken since the last unknown outcome
     */
    Result writePipeline(Iterable<? extends LedgerRecord> records) throws InterruptedException;

    /**
     * Shows life from now until {@link #close}, so that other starts can see that the owner is alive. It ends early if
     * a later owner shows life.
     *
     * @param owner the number of the ownership that was written
     * @param replaced is called by another thread, once or more often, when a later owner shows life. It tells an owner
     * that has nothing to write that it has been fenced
     */
    void showLife(long owner, Runnable replaced) throws IOException, InterruptedException;

    /**
     * Watches, from now until {@link #close}, the records that others write after the last record read, and logs where
     * a record is unreadable. It may be called again. A store that nobody else can write to does nothing.
     *
     * @param foreign is told by another thread the number of such records, once for several
     */
    default void watch(IntConsumer foreign) {}

    /**
     * Gives up the ids and stops showing life. Nothing is written.
     *
     * @throws IOException if that fails; it does not hinder the next holder
     */
    @Override
    void close() throws IOException;

    /** The outcome of a transaction. */
    enum Result {
        /** The transaction is in the log, durably. */
        WRITTEN,
        /** Another process has taken the id: the transaction is not in the log and never will be. */
        FENCED,
        /** The outcome is not known. */
        UNKNOWN
    }

    /**
     * Opens a ledger where the publishing operator runs, or in the process that submits the job. Its text ({@link
     * Object#toString}) is the place without passwords, as people are told it.
     */
    @FunctionalInterface
    interface Factory extends Serializable {

        /**
         * The ledger of a domain, as one of its pipelines sees it. It is created if it does not exist. No id is taken
         * and no record is written.
         *
         * @param domain the name of the domain: not blank, without a slash
         * @param pipeline the name of the pipeline, unique within the domain: not blank
         * @throws IOException if it cannot be reached
         * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
         *     dev.weir.operators.state.restore.StartRefused} with {@code LEDGER_UNUSABLE}, if its place does not keep these
         *     promises: the message names the setting
         */
        Ledger open(String domain, String pipeline) throws IOException;

        /**
         * The ledger for a reader. Where possible, a missing ledger is not created and has no records.
         *
         * @param domain the domain, as in {@link #open}
         * @param pipeline the pipeline, as in {@link #open}
         * @throws IOException if it cannot be reached
         */
        default Ledger look(String domain, String pipeline) throws IOException {
            return open(domain, pipeline);
        }
    }
}
