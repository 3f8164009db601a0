package dev.weir.accountant.journal.chain;

import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.QueryTerms;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;

/** The canonical bytes of what is decided about a domain. */
final class DomainEventBytes {

    /** The length of a name, an amount and a period. */
    private static final int LEAST_TERMS = 4 + 9 + 8;

    private DomainEventBytes() {}

    static void write(DomainEvent event, CanonicalWriter out) {
        if (event instanceof Declaration declaration) {
            out.code(CanonicalForm.DECLARATION)
                    .code(unit(declaration.unit()))
                    .amount(declaration.budget())
                    .delta(declaration.failures());
        } else if (event instanceof Ownership ownership) {
            out.code(CanonicalForm.OWNERSHIP)
                    .text(ownership.pipeline())
                    .text(ownership.run())
                    .tip(ownership.last())
                    .number(ownership.reach());
            write(ownership.claim(), out);
        } else if (event instanceof Adoption adoption) {
            out.code(CanonicalForm.ADOPTION)
                    .text(adoption.pipeline())
                    .tip(adoption.state())
                    .tip(adoption.ledger())
                    .number(adoption.closing().through())
                    .number(adoption.closing().upTo());
        }
    }

    private static void write(Claim claim, CanonicalWriter out) {
        out.number(claim.from())
                .amount(claim.share())
                .delta(claim.failures())
                .count(claim.queries().size());
        for (QueryTerms terms : claim.queries()) {
            out.text(terms.query()).amount(terms.limit()).number(terms.periodMillis());
        }
    }

    static DomainEvent read(CanonicalReader in) {
        return switch (in.code()) {
            case CanonicalForm.DECLARATION -> new Declaration(unit(in.code()), in.amount(), in.delta());
            case CanonicalForm.OWNERSHIP -> new Ownership(in.text(), in.text(), in.tip(), in.number(), claim(in));
            case CanonicalForm.ADOPTION ->
                new Adoption(in.text(), in.tip(), in.tip(), new Closing(in.number(), in.number()));
            default -> throw new CanonicalReader.Malformed();
        };
    }

    private static Claim claim(CanonicalReader in) {
        return new Claim(in.number(), in.amount(), in.delta(), queries(in));
    }

    private static List<QueryTerms> queries(CanonicalReader in) {
        int count = in.count(LEAST_TERMS);
        List<QueryTerms> queries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            queries.add(new QueryTerms(in.text(), in.amount(), in.number()));
        }
        return queries;
    }

    private static byte unit(PrivacyUnit unit) {
        return switch (unit) {
            case USER -> 1;
            case USER_PER_DAY -> 2;
            case USER_PER_HOUR -> 3;
            case EVENT -> 4;
        };
    }

    private static PrivacyUnit unit(byte code) {
        return switch (code) {
            case 1 -> PrivacyUnit.USER;
            case 2 -> PrivacyUnit.USER_PER_DAY;
            case 3 -> PrivacyUnit.USER_PER_HOUR;
            case 4 -> PrivacyUnit.EVENT;
            default -> throw new CanonicalReader.Malformed();
        };
    }
}
