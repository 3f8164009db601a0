package dev.weir.operators.ledger;

import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Up to when something may have been released about a domain's units: the present, and {@code max-skew} on top, for nobody who has
 * released anything can have been further ahead.
 *
 * <p>This machine's clock may run behind. So the present is the later one of that clock and of {@link Ledger#lastWritten}: what
 * is visible was written before that, by the clock of whoever keeps it, and the slot time of append time is among it. Too early a time
 * needs a clock that runs behind, and a ledger that has lost its end together with the copies of it and with the records that were read.
 *
 * @param ledger tells when its newest record was written
 * @param clock tells this machine's present
 * @param skewMillis by how much a clock may have been ahead
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
