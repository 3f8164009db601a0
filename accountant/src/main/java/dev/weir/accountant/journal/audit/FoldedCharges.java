package dev.weir.accountant.journal.audit;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.audit.ChargeAudit.Scope;
import dev.weir.accountant.journal.audit.ChargeAudit.Terms;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The charges of the first records of a ledger, folded: a {@link ChargeAudit} that begins with this value and receives the records that
 * follow gives the same sums and finds the same faults as one that receives all records.
 *
 * <p>No sum is dropped when its period is over. A later claim may have another length of period, and a period of that length may begin where
 * an earlier period began. Its sum then includes what was charged there before.
 *
 * @param zone the zone of the domain's unit
 * @param terms the latest terms of each query, and the largest limit of its earlier ones, by pipeline and query
 * @param spent the sum of charges by key and period
 * @param latest the end of the latest window of each key, epoch milliseconds. It does not depend on the query's version, so a version that
 *     comes back releases nothing a second time
 */
record FoldedCharges(PinnedZone zone, Map<String, Terms> terms, Map<Scope, Amount> spent, Map<String, Long> latest) {

    /** The form of charges in a domain whose periods are in UTC. */
    private static final byte FORM = 1;

    /** The form of charges in a domain whose periods are those of another zone, which comes first. */
    private static final byte FORM_IN_ZONE = 2;

    FoldedCharges {
        terms = Map.copyOf(terms);
        spent = Map.copyOf(spent);
        latest = Map.copyOf(latest);
    }

    /** Folds the records that an audit has received. */
    static FoldedCharges of(ChargeAudit audit) {
        return new FoldedCharges(audit.zone(), audit.terms(), audit.spent(), audit.latest());
    }

    /** An audit of the records that were folded, which goes on with the next record. */
    ChargeAudit audit() {
        return new ChargeAudit(zone, terms, spent, latest);
    }

    /** The canonical bytes. Equal charges have equal bytes. */
    byte[] bytes() {
        CanonicalWriter out = new CanonicalWriter().code(zone.isUtc() ? FORM : FORM_IN_ZONE);
        if (!zone.isUtc()) {
            out.text(zone.id()).block(zone.bytes());
        }
        FoldedPipeline.writeAll(
                new TreeMap<>(terms).entrySet(),
                out,
                one -> to -> to.text(one.getKey()).fields(LedgerBytes.fields(ownership(one.getValue()))));
        FoldedPipeline.writeAll(new TreeMap<>(spent).entrySet(), out, one -> fields(one.getKey(), one.getValue()));
        FoldedPipeline.writeAll(
                new TreeMap<>(latest).entrySet(),
                out,
                one -> to -> to.text(one.getKey()).number(one.getValue()));
        return out.bytes();
    }

    /** The terms in the form of an ownership, which the ledger has for them: the limit of pending batches is the claim's share. */
    private static Ownership ownership(Terms terms) {
        Claim claim = new Claim(0, terms.pending(), Delta.ZERO, List.of(terms.query()));
        return new Ownership("", "", ChainOrigin.ofDomain(""), terms.reach(), claim);
    }

    private static CanonicalWriter.Fields fields(Scope scope, Amount sum) {
        return out -> out.text(scope.pipeline())
                .text(scope.query())
                .text(scope.key())
                .number(scope.period())
                .fields(LedgerBytes.fields(sum, Delta.ZERO));
    }

    /**
     * Reads a folded form; empty if the bytes are not the canonical bytes of one. The method never throws.
     *
     * @param bytes the bytes, any
     */
    static Optional<FoldedCharges> of(byte[] bytes) {
        try {
            CanonicalReader in = new CanonicalReader(bytes);
            PinnedZone zone = readZone(in);
            Map<String, Terms> terms = new TreeMap<>();
            FoldedPipeline.readAll(in, from -> terms.put(from.text(), readTerms(from)));
            Map<Scope, Amount> spent = new TreeMap<>();
            FoldedPipeline.readAll(in, from -> spent.put(readScope(from), readSum(from)));
            Map<String, Long> latest = new TreeMap<>();
            FoldedPipeline.readAll(in, from -> latest.put(from.text(), from.number()));
            in.end();
            FoldedCharges read = new FoldedCharges(zone, terms, spent, latest);
            return Arrays.equals(read.bytes(), bytes) ? Optional.of(read) : Optional.empty();
        } catch (IllegalArgumentException | ClassCastException e) {
            return Optional.empty();
        }
    }

    private static PinnedZone readZone(CanonicalReader in) {
        byte form = in.code();
        CanonicalReader.check(form == FORM || form == FORM_IN_ZONE);
        return form == FORM ? PrivacyUnit.EVENT.zone() : PinnedZone.read(in.text(), in.block());
    }

    private static Terms readTerms(CanonicalReader in) {
        Ownership read = (Ownership) LedgerBytes.readEvent(in);
        CanonicalReader.check(read.claim().queries().size() == 1);
        return new Terms(read.claim().queries().get(0), read.claim().share(), read.reach());
    }

    private static Scope readScope(CanonicalReader in) {
        return new Scope(in.text(), in.text(), in.text(), in.number());
    }

    private static Amount readSum(CanonicalReader in) {
        Amount sum = LedgerBytes.readAmount(in);
        CanonicalReader.check(LedgerBytes.readDelta(in).equals(Delta.ZERO));
        return sum;
    }
}
