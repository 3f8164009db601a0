package dev.weir.operators.ledger;

import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The event time up to which releases about a domain's units may exist: the present plus {@code max-skew}, because no
 * pipeline accepts a record that is further ahead.
 *
 * <p>This machine's clock may run behind. The present is therefore taken to be the later of two times: this clock's time
 * and {@link Ledger#lastWritten}, the time of the newest write that the ledger can see. The time of a write comes from the
 * store's clock, or from the writer's clock if the store leaves it to writers. The computed time is too early only if this
 * machine's clock runs behind and no newest write corrects it. That happens only if the newest entries of the ledger, of
 * the published rows and of the input are each lost, or were themselves timed by a clock that ran behind.
 *
 * @param ledger the ledger, which tells when its newest record was written
 * @param clock the clock of this machine
 * @param skewMillis the largest time by which a record's event time may be ahead of the time of its slot, in milliseconds
 */
public record LedgerClock(Ledger ledger, InstantSource clock, long skewMillis) {

    private static final long MOST_AHEAD_MILLIS = Duration.ofDays(1).toMillis();

    /**
     * The event time up to which releases may exist, epoch milliseconds.
     *
     * @throws IOException if the ledger cannot be reached
     * @throws StartRefused if the newest record is more than a day ahead of this machine's clock, so that one of the
     *     two times must be wrong. A domain entry that was made with a wrong time could never be taken back
     */
    public long latest() throws IOException, InterruptedException {
        long present = clock.millis();
        long written = ledger.lastWritten();
        if (written > present + MOST_AHEAD_MILLIS) {
            throw new StartRefused(
                    StartRefused.Code.LEDGER_UNUSABLE,
                    "the newest record of the ledger, of what was released or of the source has a time more than a day ahead"
                            + " of this machine's clock: correct the clock; if that is right, wait, or delete the record");
        }
        return Math.max(present, written) + skewMillis;
    }
}
