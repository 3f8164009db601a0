package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.ChargeAudit;
import dev.weir.accountant.journal.audit.Forgetful;
import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.privacy.Amount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable ledger: its transactions in order, and the damage to them. Equal ledgers of one exploration are the same
 * object.
 */
final class ModelLog {

    private static final byte[] FOREIGN = {42};

    private final @Nullable ModelLog before;
    private final List<LedgerRecord> records;
    private final List<byte[]> bytes;
    private final Map<ModelLog.Transaction, ModelLog> next = new HashMap<>();
    private final Map<WantedDigests, LedgerView> views = new HashMap<>();
    private final Unreadable unreadable;
    private final int[] charges;
    private final int cut;
    private final String forgotten;
    private @Nullable LedgerView unwatched;
    final long print;

    /** Appended records, and the damage from then on, and the index of the first record that is not cut off. */
    record Transaction(List<LedgerRecord> records, Unreadable unreadable, int cut) {}

    /**
     * The damage: the index of the record before which a foreign record stands, -1 if there is none, and the range of garbled
     * records, with exclusive end.
     */
    record Unreadable(int foreign, int from, int to) {

        static final Unreadable NOTHING = new Unreadable(-1, 0, 0);

        boolean isGarbled(int record) {
            return from <= record && record < to;
        }
    }

    private ModelLog(@Nullable ModelLog before, List<LedgerRecord> all, Transaction added, String forgotten) {
        this.before = before;
        this.cut = added.cut();
        this.forgotten = forgotten;
        this.records = all;
        this.bytes = new ArrayList<>(before == null ? List.of() : before.bytes);
        this.unreadable = added.unreadable();
        this.charges = before == null ? new int[4] : before.charges.clone();
        long mixed = before == null ? 1 : before.print;
        mixed = ModelPrint.mix(mixed, unreadable.hashCode() + 31L * cut);
        for (LedgerRecord record : added.records()) {
            byte[] form = LedgerBytes.encode(record);
            bytes.add(form);
            mixed = ModelPrint.mix(mixed, ((long) Arrays.hashCode(form) << 32) ^ form.length);
            if (record instanceof RowEntry row && (before == null || before.count(row) == 0)) {
                charges[ModelWorld.pipeline(row.pipeline())] +=
                        (int) LedgerBytes.decodeRow(row.row()).orElseThrow().charge();
            }
        }
        this.print = mixed;
    }

    /** Returns an empty ledger, whose readings forget a part of the snapshot that stands for what is cut off; nothing if the part is empty. */
    static ModelLog forgetting(String part) {
        return new ModelLog(null, List.of(), new Transaction(List.of(), Unreadable.NOTHING, 0), part);
    }

    ModelLog append(List<? extends LedgerRecord> added) {
        return with(new Transaction(List.copyOf(added), unreadable, cut));
    }

    private ModelLog with(Transaction added) {
        return next.computeIfAbsent(added, transaction -> {
            List<LedgerRecord> all = new ArrayList<>(records);
            all.addAll(transaction.records());
            return new ModelLog(this, all, transaction, forgotten);
        });
    }

    /** Returns the ledgers with a foreign record at the end, or within the newest transaction if that is a snapshot. */
    List<ModelLog> foreign() {
        List<ModelLog> all = new ArrayList<>();
        int place = records.size();
        all.add(foreign(place));
        while (place > 0 && records.get(place - 1) instanceof SnapshotPart) {
            place--;
            all.add(foreign(place));
        }
        return all;
    }

    private ModelLog foreign(int place) {
        return with(new Transaction(List.of(), new Unreadable(place, unreadable.from(), unreadable.to()), cut));
    }

    /** Returns the ledger with an unreadable last transaction. */
    ModelLog garbled() {
        ModelLog last = this;
        while (last.before != null && last.before.records.size() == records.size()) {
            last = last.before;
        }
        int from = last.before == null ? 0 : last.before.records.size();
        return with(new Transaction(List.of(), new Unreadable(unreadable.foreign(), from, records.size()), cut));
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Returns the ledgers that lack the last transaction, the last two, and so on. */
    List<ModelLog> truncated() {
        List<ModelLog> shorter = new ArrayList<>();
        for (ModelLog log = before; log != null; log = log.before) {
            shorter.add(cut == log.cut ? log : log.cutBefore(cut));
        }
        return shorter;
    }

    /** Returns the ledger without the records before an index. */
    ModelLog cutBefore(int index) {
        return with(new Transaction(List.of(), unreadable, index));
    }

    /**
     * Returns the indices of barriers before which a person may cut the ledger.
     *
     * @param least the number of snapshots that are needed from the barrier on
     */
    List<Integer> cuts(int least) {
        return view().broken().isEmpty() ? ModelSnapshots.barriers(records, cut, least) : List.of();
    }

    /** Returns the records of the snapshot of the latest barrier, as the holder of the domain's id reads it. */
    Optional<List<LedgerRecord>> snapshot() {
        LedgerAudit audit = new LedgerAudit(ModelWorld.DOMAIN);
        show(audit);
        return audit.snapshot();
    }

    /** Returns the records of a snapshot that is of everything. */
    Optional<List<LedgerRecord>> lateSnapshot() {
        return Forgetful.late(ModelWorld.DOMAIN, records);
    }

    /** Returns the total charges of a pipeline's rows, as somebody reads them who adopts a state. */
    int balance(int pipeline) {
        if (cut == 0) {
            return charges(pipeline);
        }
        return read().entrySet().stream()
                .filter(sum -> sum.getKey().pipeline().equals(ModelWorld.name(pipeline)))
                .mapToInt(sum -> (int) sum.getValue().femto())
                .sum();
    }

    private Map<ChargeAudit.Scope, Amount> read() {
        if (!forgotten.isEmpty()) {
            return Forgetful.charges(forgotten, records.subList(cut, records.size()));
        }
        LedgerAudit audit = new LedgerAudit(ModelWorld.DOMAIN);
        show(audit);
        return audit.report().charges();
    }

    LedgerView view() {
        if (unwatched == null) {
            unwatched = view(WantedDigests.NOTHING);
        }
        return unwatched;
    }

    LedgerView view(WantedDigests wanted) {
        return views.computeIfAbsent(wanted, seen -> {
            if (forgotten.equals(Forgetful.DIGESTS)) {
                LedgerReader reader = Forgetful.byNumber(ModelWorld.DOMAIN, seen);
                show(reader);
                return reader.view();
            }
            if (cut > 0 && cut < records.size() && !forgotten.isEmpty()) {
                return Forgetful.read(forgotten, records.subList(cut, records.size()), seen);
            }
            LedgerReader reader = new LedgerReader(ModelWorld.DOMAIN, seen);
            show(reader);
            LedgerView view = reader.view();
            requireSame(seen, view);
            return view;
        });
    }

    /** Requires that a reading from the older one of the two newest snapshots says the same, or is not used. */
    private void requireSame(WantedDigests wanted, LedgerView whole) {
        List<Integer> barriers = whole.broken().isPresent() ? List.of() : ModelSnapshots.barriers(records, cut, 1);
        if (barriers.size() > 1) {
            LedgerReader reader = new LedgerReader(ModelWorld.DOMAIN, wanted);
            newest().ifPresent(reader::newest);
            reader.cut();
            show(reader, barriers.get(barriers.size() - 2));
            ModelSnapshots.requireSame(reader, wanted, whole);
        }
    }

    /** Tells the reader the newest entry, which is also recorded elsewhere, in the entry's own transaction. */
    private void show(LedgerRecords reader) {
        if (!unreadable.equals(Unreadable.NOTHING)) {
            newest().ifPresent(reader::newest);
        }
        if (cut > 0) {
            reader.cut();
        }
        show(reader, cut);
    }

    private void show(LedgerRecords reader, int from) {
        for (int i = from; i < records.size(); i++) {
            if (i == unreadable.foreign()) {
                reader.accept(ModelStranger.part(records.subList(0, unreadable.foreign())));
            }
            reader.accept(unreadable.isGarbled(i) ? FOREIGN : bytes.get(i));
        }
        if (unreadable.foreign() == records.size()) {
            reader.accept(ModelStranger.part(records.subList(0, unreadable.foreign())));
        }
    }

    private Optional<ChainTip> newest() {
        return records.stream()
                .filter(DomainEntry.class::isInstance)
                .map(record -> ((DomainEntry) record).tip())
                .reduce((earlier, later) -> later);
    }

    /** Returns the total charges of a pipeline's rows. A garbled row that is written again counts once. */
    int charges(int pipeline) {
        return charges[pipeline];
    }

    /**
     * Returns the total charges of a pipeline's rows without garbled rows that are not visible. An unreadable write counts as
     * not written until its copy is visible.
     */
    int charges(int pipeline, Collection<ModelCopy> visible) {
        int charges = charges(pipeline);
        for (int i = unreadable.from(); i < unreadable.to(); i++) {
            if (records.get(i) instanceof RowEntry row
                    && row.pipeline().equals(ModelWorld.name(pipeline))
                    && count(row) == 1
                    && visible.stream().noneMatch(copy -> Arrays.equals(copy.row(), row.row()))) {
                charges -= (int) LedgerBytes.decodeRow(row.row()).orElseThrow().charge();
            }
        }
        return charges;
    }

    private long count(RowEntry wanted) {
        return records.stream()
                .filter(record -> record instanceof RowEntry row
                        && row.pipeline().equals(wanted.pipeline())
                        && Arrays.equals(row.row(), wanted.row()))
                .count();
    }

    boolean holds(ModelCopy copy) {
        return records.stream()
                .anyMatch(record -> record instanceof RowEntry row
                        && row.pipeline().equals(ModelWorld.name(copy.pipeline()))
                        && Objects.deepEquals(row.row(), copy.row()));
    }
}
