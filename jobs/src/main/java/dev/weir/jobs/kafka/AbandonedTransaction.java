package dev.weir.jobs.kafka;

import dev.weir.operators.ledger.Pulse;
import java.io.IOException;
import java.util.Optional;

/**
 * Ends the transaction that the owner of a pipeline has left open when it was killed, so that the next start need not wait until the
 * brokers do that: they take the transaction's time-out and up to ten seconds more.
 *
 * <p><b>When.</b> A transaction of the pipeline's id is ended if it has been open, and the sign of life has not changed, for as long as
 * an owner may be silent before it counts as dead. Both are looked at from now on. Whose sign it is does not matter: a later owner that
 * the reading cannot show yet is heard, too. Where there is no sign nobody is known to be dead, and the brokers are waited for.
 *
 * <p><b>Why nobody who lives is fenced.</b> The request names the transaction's producer id and epoch, and brokers refuse it once
 * anybody has taken the id: that gives it a newer epoch. So whoever has become the owner since the last look keeps the id, however late
 * the request comes. Taking the id instead would fence that owner, which a look before the start must not do. An owner that shows no life
 * for so long, and lives, loses the transaction: the start that follows would take its id as well.
 *
 * <p><b>Why the ledger stays right.</b> Brokers abort any transaction after its time-out, so the protocol has to do with an abort that
 * its holder has not asked for. The abort only takes a batch out of the log that is not in it yet. A transaction whose commit the brokers
 * have begun is not open any more, and is not aborted; nobody but the holder asks for a commit, and one that comes later is refused,
 * which leaves its outcome open to the holder ({@link TransactionalId}). Nothing is read, written or decided here: the start takes both
 * ids afterwards, reads, and goes by that reading alone.
 *
 * @param transaction the one of the pipeline's id
 * @param pulse the pipeline's sign of life
 * @param silenceMillis how long an owner may be silent before it counts as dead
 */
record AbandonedTransaction(Holder transaction, Pulse pulse, long silenceMillis) implements LedgerLog.WhileOpen {

    /** The brokers, as far as they know of the transactions of one id. */
    interface Holder {

        /** The transaction that is open now; empty if none is, or the brokers do not say. */
        Optional<Open> open() throws InterruptedException;

        /** Aborts a transaction if it is still open and nobody has taken the id since; does nothing else. */
        void abort(Open open) throws InterruptedException;
    }

    /**
     * An open transaction.
     *
     * @param producer the number that brokers know the id's holder by
     * @param epoch its epoch, which is newer for whoever takes the id later
     * @param begin when the transaction began, by the brokers' clock
     */
    record Open(long producer, int epoch, long begin) {}

    @Override
    public void act() throws IOException, InterruptedException {
        Optional<Open> open = transaction.open();
        if (open.isPresent()
                && pulse.isSilent(silenceMillis)
                && transaction.open().equals(open)) {
            transaction.abort(open.get());
        }
    }
}
