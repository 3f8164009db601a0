package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.Delta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The canonical bytes of a claim, which are part of an ownership. The steps of the claim's share are written apart. */
final class ClaimBytes {

    /** The least number of bytes of a query's terms: a name, an amount and a period. */
    private static final int LEAST_TERMS = 4 + 9 + 8;

    /** The number of bytes of a step of a claim's share: a period and an amount. */
    private static final int STEP = 8 + 9;

    private ClaimBytes() {}

    /** Writes a claim. A claim without meanings of its queries has the same bytes as in earlier builds. */
    static void write(Claim claim, CanonicalWriter out) {
        out.number(claim.from())
                .fields(AmountBytes.of(claim.share()))
                .fields(AmountBytes.of(claim.failures()))
                .count(claim.queries().size());
        for (QueryTerms terms : claim.queries()) {
            out.text(terms.query()).fields(AmountBytes.of(terms.limit())).number(terms.period());
            QueryMeaning meaning = terms.meaning();
            if (meaning != null) {
                out.count(meaning.version())
                        .text(meaning.cells())
                        .text(meaning.keys())
                        .count(meaning.keyCount());
            }
        }
        if (claim.isDescribed()) {
            out.text(claim.topic());
        }
    }

    /** Writes the steps of a claim's share, at least one. */
    static void writeSteps(List<ShareStep> steps, CanonicalWriter out) {
        out.count(steps.size());
        steps.forEach(step -> out.number(step.from()).fields(AmountBytes.of(step.before())));
    }

    /**
     * Reads a claim whose steps have been read.
     *
     * @param isDescribed whether the claim names the topic and the meanings of its queries
     */
    static Claim read(CanonicalReader in, boolean isDescribed, List<ShareStep> steps) {
        return new Claim(
                in.number(),
                AmountBytes.amount(in),
                AmountBytes.delta(in),
                queries(in, isDescribed),
                isDescribed ? in.text() : "",
                steps,
                Delta.ZERO,
                Map.of());
    }

    private static List<QueryTerms> queries(CanonicalReader in, boolean isDescribed) {
        int count = in.count(LEAST_TERMS);
        List<QueryTerms> queries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            queries.add(
                    new QueryTerms(in.text(), AmountBytes.amount(in), in.number(), isDescribed ? meaning(in) : null));
        }
        return queries;
    }

    private static QueryMeaning meaning(CanonicalReader in) {
        return new QueryMeaning(in.count(), in.text(), in.text(), in.count());
    }

    /** Reads the steps of a claim's share, at least one. */
    static List<ShareStep> readSteps(CanonicalReader in) {
        int count = in.count(STEP);
        CanonicalReader.check(count > 0);
        List<ShareStep> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            steps.add(new ShareStep(in.number(), AmountBytes.amount(in)));
        }
        return steps;
    }
}
