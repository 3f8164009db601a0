package dev.weir.accountant.local.client;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reports of one person to one question in one period, kept so that the same value gives the same report again.
 *
 * <p><b>Guarantee.</b> At most {@code remember} reports are drawn; later values repeat the last of them. Between two
 * sequences of values <em>with the same pattern of equalities</em> the loss is therefore at most {@code remember} times
 * &epsilon;: what is sent is a function of the pattern and of that many independent reports. Source: derived here.
 *
 * <p><b>The pattern itself is published in full</b>, whatever &epsilon; is: that and when a value changed or came back. With
 * (a, a, a) and (a, b, a) two different reports say that the value changed. A memo is for sending again, and for what does
 * not change.
 *
 * <p>Its bytes hold true values: they are as secret as the answers, and stay where the answers are. A report is drawn, never
 * derived from a key. One period has one memo; the loss of periods adds up.
 */
public final class Memo {

    private final int remember;
    private final Map<Long, byte[]> reports = new LinkedHashMap<>();
    private byte[] last = {};

    private Memo(int remember) {
        Require.atLeast("remember", remember, 1);
        this.remember = remember;
    }

    /**
     * A memo without reports.
     *
     * @param remember how many reports may be drawn, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code remember} is below 1
     */
    public static Memo of(int remember) {
        return new Memo(remember);
    }

    /**
     * The memo that {@link #bytes} has written.
     *
     * @param bytes what was written
     * @throws CanonicalReader.Malformed if they are no memo
     */
    public static Memo read(byte[] bytes) {
        CanonicalReader reader = new CanonicalReader(bytes);
        int remember = reader.count();
        CanonicalReader.check(remember >= 1);
        Memo memo = new Memo(remember);
        int size = reader.count(Long.BYTES + Integer.BYTES);
        for (int i = 0; i < size; i++) {
            memo.keep(reader.number(), reader.block());
        }
        reader.end();
        CanonicalReader.check(memo.reports.size() == size && size <= remember);
        return memo;
    }

    /** The memo in bytes, which hold true values. */
    public byte[] bytes() {
        CanonicalWriter writer = new CanonicalWriter().count(remember).count(reports.size());
        reports.forEach((value, report) -> writer.number(value).block(report));
        return writer.bytes();
    }

    /**
     * The report to send for a value. If {@link #bytes} has changed, store it before the report is sent.
     *
     * @param value an option's number, or a number in grid steps; numbers that are clamped to the same one are one value
     * @param mechanism the mechanism, the same for all reports of the memo
     * @param randomness the source of the random bits; a {@link dev.weir.accountant.noise.KeyStream} outside of tests
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code value} is no option's number, even if no report is drawn
     */
    public byte[] report(long value, LocalMechanism mechanism, Randomness randomness) {
        long effective = mechanism.effective(value);
        byte[] known = reports.get(effective);
        if (known != null) {
            return known.clone();
        }
        if (reports.size() < remember) {
            keep(effective, mechanism.report(effective, randomness));
        }
        return last.clone();
    }

    private void keep(long value, byte[] report) {
        reports.put(value, report);
        last = report;
    }

    /** A text without any value or report. */
    @Override
    public String toString() {
        return "Memo";
    }
}
