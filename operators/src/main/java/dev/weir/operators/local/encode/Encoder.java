package dev.weir.operators.local.encode;

import dev.weir.accountant.local.client.Memo;
import dev.weir.accountant.local.client.ReportText;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Draws reports and writes them as rows.
 *
 * <p><b>Guarantee.</b> That of {@link EncodeTerms}: {@link #encode} draws at most as many reports of a person and period as the
 * allowance says, if it is handed what it has returned for the report before. Whether it draws depends on how many reports there
 * were, and where reports are remembered on which of their answers were equal; it depends on no answer itself.
 *
 * <p><b>The id of a row</b> has 128 random bits, drawn with the report, in the place of a key. It tells nothing about the person,
 * the record or its place in the input; and since rows are published in the order of their ids, their order within a batch
 * tells nothing either.
 */
final class Encoder {

    private final EncodeTerms terms;
    private final Randomness randomness;
    private final ReportText text;
    private final String front;
    private final long price;
    private final RowKeys keys;
    private long lastEnd;
    private String ending = "";

    /** A report, with what has been sent of its person after it. */
    record Drawn(Sent after, PublishedRow row) {}

    /** Creates an encoder for one thread. */
    Encoder(EncodeTerms terms, Plan plan, Randomness randomness) {
        this.terms = terms;
        this.randomness = randomness;
        this.keys = new RowKeys(randomness);
        this.text = new ReportText(terms.question());
        this.front = plan.domain() + "/" + terms.question().name() + "/" + terms.version() + "/";
        this.price = Amount.atLeast(Currency.EPSILON, terms.epsilon()).femto();
    }

    /**
     * Draws the report of an answer, or repeats one that is remembered.
     *
     * @param before what has been sent of the person in the period; null if nothing has
     * @param period the period, counted from the epoch
     * @param answer the number of an option, or how many steps a number is above the lowest of its range
     * @return the report; null if the allowance is spent
     */
    @Nullable Drawn encode(@Nullable Sent before, long period, int answer) {
        int used = before == null ? 0 : before.used();
        if (used >= terms.allowance().reports()) {
            return null;
        }
        long value = terms.value(answer);
        if (terms.allowance().remember() == 0) {
            byte[] report = terms.question().mechanism().report(value, randomness);
            return new Drawn(Sent.of(used + 1), row(period, report, price));
        }
        Memo memo = before == null
                ? Memo.of(terms.question(), period, terms.allowance().remember())
                : Memo.read(before.memo(), terms.question(), period);
        int drawn = memo.drawn();
        byte[] report = memo.report(value, randomness);
        boolean isNew = memo.drawn() > drawn;
        Sent after = new Sent(used + 1, isNew || before == null ? memo.bytes() : before.memo());
        return new Drawn(after, row(period, report, isNew ? price : 0));
    }

    private PublishedRow row(long period, byte[] report, long charge) {
        String key = keys.next();
        long end = terms.allowance().unit().periodEnd(period);
        return new PublishedRow(
                Outcome.Kind.RELEASED,
                end - terms.allowance().periodMillis(),
                end,
                terms.question().name(),
                key,
                front + key + ending(end),
                charge,
                text.json(period, report));
    }

    /** The end of the id of a row: most rows belong to the period of the row before. */
    private String ending(long end) {
        if (end != lastEnd || ending.isEmpty()) {
            lastEnd = end;
            ending = "/" + end;
        }
        return ending;
    }
}
