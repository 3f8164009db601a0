package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import java.util.List;
import java.util.stream.IntStream;

/** The canonical bytes of decisions about a domain. */
final class DomainEventBytes {

    private DomainEventBytes() {}

    static void write(DomainEvent event, CanonicalWriter out) {
        Delta keys = KeysField.of(event);
        if (KeysField.isStated(keys)) {
            out.code(CanonicalForm.WITH_KEYS).fields(AmountBytes.of(keys));
        }
        ZoneFields.write(event, out);
        writePlain(event, out);
    }

    /** Writes an event without its &delta; for keys and without its zones. */
    private static void writePlain(DomainEvent event, CanonicalWriter out) {
        if (event instanceof Declaration declaration) {
            write(declaration, out);
        } else if (event instanceof Renaming renaming) {
            out.code(CanonicalForm.RENAMING)
                    .text(renaming.pipeline())
                    .text(renaming.from())
                    .text(renaming.to());
        } else if (event instanceof Retiming retiming) {
            out.code(CanonicalForm.RETIMING).text(retiming.pipeline());
            write(retiming.from(), out);
            write(retiming.to(), out);
        } else if (event instanceof Raise raise) {
            out.code(CanonicalForm.RAISE)
                    .number(raise.from())
                    .fields(AmountBytes.of(raise.budget()))
                    .fields(AmountBytes.of(raise.failures()));
        } else if (event instanceof Ownership ownership) {
            write(ownership, out);
        } else if (event instanceof Adoption adoption) {
            write(adoption, out);
        } else if (event instanceof Barrier) {
            out.code(CanonicalForm.BARRIER);
        } else if (event instanceof Snapshot snapshot) {
            write(snapshot, out);
        }
    }

    private static void write(Adoption adoption, CanonicalWriter out) {
        out.code(CanonicalForm.ADOPTION)
                .text(adoption.pipeline())
                .fields(adoption.state())
                .fields(adoption.ledger())
                .number(adoption.closing().through())
                .number(adoption.closing().upTo());
    }

    private static void write(Snapshot snapshot, CanonicalWriter out) {
        out.code(CanonicalForm.SNAPSHOT)
                .number(snapshot.barrier())
                .raw(snapshot.ledger().bytes())
                .raw(snapshot.charges().bytes())
                .count(snapshot.parts().size());
        snapshot.parts().forEach(part -> out.raw(part.bytes()));
    }

    /**
     * Writes a declaration. A declaration that does not name a field has the same bytes as in earlier builds.
     */
    private static void write(Declaration declaration, CanonicalWriter out) {
        UnitField field = declaration.field();
        out.code(form(field))
                .code(declaration.unit().kind().code())
                .fields(AmountBytes.of(declaration.budget()))
                .fields(AmountBytes.of(declaration.failures()));
        if (field.isKnown()) {
            out.text(field.name()).text(field.form());
        }
        if (field.times().isKnown()) {
            write(field.times(), out);
        }
    }

    private static byte form(UnitField field) {
        byte named = field.isKnown() ? CanonicalForm.DECLARATION_WITH_FIELD : CanonicalForm.DECLARATION;
        return field.times().isKnown() ? CanonicalForm.DECLARATION_WITH_TIMES : named;
    }

    private static void write(TimeField times, CanonicalWriter out) {
        out.text(times.name()).text(times.form());
    }

    private static void write(Ownership ownership, CanonicalWriter out) {
        List<ShareStep> steps = ownership.claim().steps();
        byte plain = plainForm(ownership.claim());
        out.code(steps.isEmpty() ? plain : CanonicalForm.STEPPED_OWNERSHIP);
        if (!steps.isEmpty()) {
            ClaimBytes.writeSteps(steps, out);
            out.code(plain);
        }
        out.text(ownership.pipeline())
                .text(ownership.run())
                .fields(ownership.last())
                .number(ownership.reach());
        ClaimBytes.write(ownership.claim(), out);
    }

    /** The code of an ownership, chosen as if the claim had no steps of the share. */
    private static byte plainForm(Claim claim) {
        return claim.isDescribed() ? CanonicalForm.DESCRIBED_OWNERSHIP : CanonicalForm.OWNERSHIP;
    }

    static DomainEvent read(CanonicalReader in) {
        byte form = in.code();
        if (form == CanonicalForm.WITH_KEYS) {
            Delta keys = AmountBytes.delta(in);
            return KeysField.with(keys, readZoned(in.code(), in));
        }
        return readZoned(form, in);
    }

    /** Reads an event without a &delta; for keys, whose form has been read. */
    private static DomainEvent readZoned(byte form, CanonicalReader in) {
        return ZoneFields.isForm(form)
                ? ZoneFields.read(form, in, rest -> readPlain(rest.code(), rest))
                : readPlain(form, in);
    }

    /** Reads an event without a &delta; for keys and without zones, whose form has been read. */
    private static DomainEvent readPlain(byte form, CanonicalReader in) {
        return switch (form) {
            case CanonicalForm.DECLARATION ->
                new Declaration(unit(in.code()), AmountBytes.amount(in), AmountBytes.delta(in));
            case CanonicalForm.DECLARATION_WITH_FIELD ->
                new Declaration(unit(in.code()), AmountBytes.amount(in), AmountBytes.delta(in), field(in), Delta.ZERO);
            case CanonicalForm.DECLARATION_WITH_TIMES ->
                new Declaration(
                        unit(in.code()),
                        AmountBytes.amount(in),
                        AmountBytes.delta(in),
                        field(in).with(times(in)),
                        Delta.ZERO);
            case CanonicalForm.RAISE -> new Raise(in.number(), AmountBytes.amount(in), AmountBytes.delta(in));
            case CanonicalForm.OWNERSHIP, CanonicalForm.DESCRIBED_OWNERSHIP -> ownership(in, form, List.of());
            case CanonicalForm.STEPPED_OWNERSHIP -> {
                List<ShareStep> steps = ClaimBytes.readSteps(in);
                yield ownership(in, in.code(), steps);
            }
            case CanonicalForm.ADOPTION ->
                new Adoption(in.text(), ChainTip.read(in), ChainTip.read(in), new Closing(in.number(), in.number()));
            case CanonicalForm.RENAMING -> new Renaming(in.text(), in.text(), in.text());
            case CanonicalForm.RETIMING -> new Retiming(in.text(), times(in), times(in));
            case CanonicalForm.BARRIER -> new Barrier();
            case CanonicalForm.SNAPSHOT -> new Snapshot(in.number(), hash(in), hash(in), hashes(in));
            default -> throw new CanonicalReader.Malformed();
        };
    }

    private static List<ChainHash> hashes(CanonicalReader in) {
        int count = in.count(ChainHash.BYTES);
        CanonicalReader.check(count > 0 && count <= SnapshotPart.MOST_PARTS);
        return IntStream.range(0, count).mapToObj(index -> hash(in)).toList();
    }

    private static ChainHash hash(CanonicalReader in) {
        return ChainHash.of(in.raw(ChainHash.BYTES));
    }

    private static UnitField field(CanonicalReader in) {
        UnitField field = new UnitField(in.text(), in.text());
        CanonicalReader.check(field.isKnown());
        return field;
    }

    private static TimeField times(CanonicalReader in) {
        TimeField times = new TimeField(in.text(), in.text());
        CanonicalReader.check(times.isKnown());
        return times;
    }

    private static Ownership ownership(CanonicalReader in, byte form, List<ShareStep> steps) {
        Ownership ownership = new Ownership(
                in.text(),
                in.text(),
                ChainTip.read(in),
                in.number(),
                ClaimBytes.read(in, form == CanonicalForm.DESCRIBED_OWNERSHIP, steps));
        CanonicalReader.check(plainForm(ownership.claim()) == form);
        return ownership;
    }

    private static PrivacyUnit unit(byte code) {
        return PrivacyUnit.of(UnitKind.of(code).orElseThrow(CanonicalReader.Malformed::new));
    }
}
