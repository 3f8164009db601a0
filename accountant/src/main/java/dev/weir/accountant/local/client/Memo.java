package dev.weir.accountant.local.client;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
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
 * derived from a key. One period has one memo; the loss of periods adds up. A memo states its mechanism and its period, in its
 * bytes too, and repeats no report of another one: whatever is kept, a report is repeated only where it says the same.
 */
public final class Memo {

    private final Question question;
    private final String mechanism;
    private final long period;
    private final int remember;
    private final Map<Long, byte[]> reports = new LinkedHashMap<>();
    private byte[] last = {};

    private Memo(Question question, String mechanism, long period, int remember) {
        Require.atLeast("remember", remember, 1);
        this.question = question;
        this.mechanism = mechanism;
        this.period = period;
        this.remember = remember;
    }

    /**
     * A memo without reports.
     *
     * @param question the question, with its mechanism
     * @param period the period that its reports are about, counted from the epoch
     * @param remember how many reports may be drawn, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code remember} is below 1
     */
    public static Memo of(Question question, long period, int remember) {
        return new Memo(question, question.id(), period, remember);
    }

    /**
     * The memo that {@link #bytes} has written.
     *
     * @param bytes what was written
     * @param question the question to which its reports belong
     * @param period the period that its reports are about, counted from the epoch
     * @throws CanonicalReader.Malformed if they are no memo
     * @throws dev.weir.accountant.privacy.InvalidParameter if they are a memo of another mechanism, other options, or another
     *     period
     */
    public static Memo read(byte[] bytes, Question question, long period) {
        CanonicalReader reader = new CanonicalReader(bytes);
        Memo memo = read(reader, question);
        Require.that(memo.mechanism.equals(question.id()), "mechanism", "that of the memo", question.id());
        Require.that(memo.period == period, "period", "that of the memo", period);
        return memo;
    }

    private static Memo read(CanonicalReader reader, Question question) {
        String mechanism = reader.text();
        long period = reader.number();
        int remember = reader.count();
        CanonicalReader.check(remember >= 1);
        Memo memo = new Memo(question, mechanism, period, remember);
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
        CanonicalWriter writer = new CanonicalWriter()
                .text(mechanism)
                .number(period)
                .count(remember)
                .count(reports.size());
        reports.forEach((value, report) -> writer.number(value).block(report));
        return writer.bytes();
    }

    /** How many reports have been drawn. */
    public int drawn() {
        return reports.size();
    }

    /**
     * The report to send for a value. If {@link #bytes} has changed, store it before the report is sent.
     *
     * @param value an option's number, or a number in grid steps; numbers that are clamped to the same one are one value
     * @param randomness the source of the random bits; a {@link dev.weir.accountant.noise.KeyStream} outside of tests
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code value} is no option's number, even if no report is drawn
     */
    public byte[] report(long value, Randomness randomness) {
        long effective = question.mechanism().effective(value);
        byte[] known = reports.get(effective);
        if (known != null) {
            return known.clone();
        }
        if (reports.size() < remember) {
            keep(effective, question.mechanism().report(effective, randomness));
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
