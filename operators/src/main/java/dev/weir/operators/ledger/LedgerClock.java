package dev.weir.operators.ledger;

import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The time up to which something may have been released about a domain's units: the present plus {@code max-skew},
 * because no pipeline that has released anything can have been further ahead.
 *
 * <p>This machine's clock may run behind. The present is therefore the later one of that clock and of {@link
 * Ledger#lastWritten}: everything visible was written before that, by the clock of its store, which also sets append
 * times. The time is too early only if the clock runs behind and the ledger has lost its end together with the copies
 * and with the records that were read.
 *
 * @param ledger the ledger, which tells when its newest record was written
 * @param clock the clock of this machine
 * @param skewMillis the largest time by which a clock may have been ahead, in milliseconds
 */
public record LedgerClock(Ledger ledger, InstantSource clock, long skewMillis) {

    private static final long MOST_AHEAD_MILLIS = Duration.ofDays(1).toMillis();

    /**
     * The time, epoch milliseconds.
     *
     * @throws IOException if the ledger cannot be reached
     * @throws StartRefused if the ledger was written so far ahead of this machine's present that one of the two must be wrong: what
     *     is recorded stays
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
