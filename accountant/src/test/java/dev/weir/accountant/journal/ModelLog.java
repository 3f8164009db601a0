package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
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
    private final Map<ModelLog.Transaction, ModelLog> next = new HashMap<>();
    private final Map<WantedDigests, LedgerView> views = new HashMap<>();
    private final Unreadable unreadable;
    private final int[] charges;
    private @Nullable LedgerView unwatched;
    final long print;

    /** Appended records, and the damage from then on. */
    record Transaction(List<LedgerRecord> records, Unreadable unreadable) {}

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

    private ModelLog(@Nullable ModelLog before, List<LedgerRecord> all, Transaction added) {
        this.before = before;
        this.records = all;
        this.unreadable = added.unreadable();
        this.charges = before == null ? new int[4] : before.charges.clone();
        long mixed = before == null ? 1 : before.print;
        mixed = ModelPrint.mix(mixed, unreadable.hashCode());
        for (LedgerRecord record : added.records()) {
            byte[] bytes = LedgerBytes.encode(record);
            mixed = ModelPrint.mix(mixed, ((long) Arrays.hashCode(bytes) << 32) ^ bytes.length);
            if (record instanceof RowEntry row && (before == null || before.count(row) == 0)) {
                charges[ModelWorld.pipeline(row.pipeline())] +=
                        (int) LedgerBytes.decodeRow(row.row()).orElseThrow().charge();
            }
        }
        this.print = mixed;
    }

    static ModelLog empty() {
        return new ModelLog(null, List.of(), new Transaction(List.of(), Unreadable.NOTHING));
    }

    ModelLog append(List<? extends LedgerRecord> added) {
        return with(new Transaction(List.copyOf(added), unreadable));
    }

    private ModelLog with(Transaction added) {
        return next.computeIfAbsent(added, transaction -> {
            List<LedgerRecord> all = new ArrayList<>(records);
            all.addAll(transaction.records());
            return new ModelLog(this, all, transaction);
        });
    }

    /** Returns the ledger with a foreign record at its end. */
    ModelLog foreign() {
        return with(new Transaction(List.of(), new Unreadable(records.size(), unreadable.from(), unreadable.to())));
    }

    /** Returns the ledger with an unreadable last transaction. */
    ModelLog garbled() {
        ModelLog last = this;
        while (last.before != null && last.before.records.size() == records.size()) {
            last = last.before;
        }
        int from = last.before == null ? 0 : last.before.records.size();
        return with(new Transaction(List.of(), new Unreadable(unreadable.foreign(), from, records.size())));
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Returns the ledgers that lack the last transaction, the last two, and so on. */
    List<ModelLog> truncated() {
        List<ModelLog> shorter = new ArrayList<>();
        for (ModelLog log = before; log != null; log = log.before) {
            shorter.add(log);
        }
        return shorter;
    }

    LedgerView view() {
        if (unwatched == null) {
            unwatched = view(WantedDigests.NOTHING);
        }
        return unwatched;
    }

    LedgerView view(WantedDigests wanted) {
        return views.computeIfAbsent(wanted, seen -> {
            LedgerReader reader = new LedgerReader(ModelWorld.DOMAIN, seen);
            show(reader);
            return reader.view();
        });
    }

    /** Tells the reader the newest entry, which is also recorded elsewhere, in the entry's own transaction. */
    private void show(LedgerReader reader) {
        if (!unreadable.equals(Unreadable.NOTHING)) {
            newest().ifPresent(reader::newest);
        }
        for (int i = 0; i < records.size(); i++) {
            if (i == unreadable.foreign()) {
                reader.accept(FOREIGN);
            }
            if (unreadable.isGarbled(i)) {
                reader.accept(FOREIGN);
            } else {
                reader.accept(records.get(i));
            }
        }
        if (unreadable.foreign() == records.size()) {
            reader.accept(FOREIGN);
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
