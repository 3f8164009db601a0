package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a directory. Each transaction is a file. The files are numbered from 1 on, and a file is created only if
 * its number is free.
 *
 * <p><b>Why this ledger keeps the promises of {@link Ledger}.</b> The files are the log, and their numbers are its
 * order. A process takes the id of the domain or of a pipeline by writing a file too, with a new name for the holder. A
 * holder asks for number n + 1 only after it has read all files up to n and found that it was the last to take its id.
 * {@link NumberedFiles} gives n + 1 to one process only. So when a holder's write succeeds, nobody has taken the id
 * between the holder's own taking and this write. And when another process has taken the id under some number, the
 * earlier holder must read that file before it can get a later number. A transaction is written whole before it gets
 * its number. So the log never contains an unfinished transaction, and a reader that reads all existing files has read
 * the log to its end.
 *
 * <p>The ledger needs a local or shared file system with hard links and refuses any other store. Through Flink, an
 * object store creates a file without checking whether the file exists, or checks first and creates the file in a
 * second step. Every start creates a few files and every batch creates one. These files are never deleted, and every
 * start reads all of them. A job that has run for years with short checkpoint intervals therefore takes long to start.
 */
public final class DirectoryLedger implements Ledger {

    private static final String DOMAIN = "domain";
    private static final long SILENCE_MILLIS = 5000;

    private final NumberedFiles files;
    private final OwnerHeartbeat heartbeat;
    private final String pipelineId;
    private final Map<String, String> latest = new HashMap<>();
    private final Map<String, String> mine = new HashMap<>();
    private long known;

    /** Opens the ledgers in a folder. */
    private record Place(LedgerFolder folder) implements Factory {

        @Override
        public Ledger open(String domain, String pipeline) throws IOException {
            return DirectoryLedger.open(folder.of(domain), pipeline);
        }

        @Override
        public String toString() {
            return folder.toString();
        }
    }

    private DirectoryLedger(NumberedFiles files, OwnerHeartbeat heartbeat, String pipelineId) {
        this.files = files;
        this.heartbeat = heartbeat;
        this.pipelineId = pipelineId;
    }

    /**
     * Ledgers in a folder, one for each domain. All pipelines of a domain name the same folder.
     *
     * @param folder the folder's URI: {@code file:///...}, on a file system with hard links that all machines share
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} with {@code
     *     LEDGER_UNUSABLE}, if the URI names another store
     */
    public static Factory at(String folder) {
        return new Place(LedgerFolder.at(folder));
    }

    /**
     * Ledgers below a folder for checkpoints, one for each domain.
     *
     * @param checkpoints the URI of the folder for checkpoints
     */
    public static Factory beside(String checkpoints) {
        return beside(checkpoints, 1);
    }

    /**
     * Ledgers in one of several numbered places below a folder for checkpoints. Ledgers in different places have
     * separate budgets.
     *
     * @param checkpoints the URI of the folder for checkpoints
     * @param number the number of the place, at least 1; 1 is the place of {@link #beside(String)}
     */
    public static Factory beside(String checkpoints, int number) {
        return new Place(LedgerFolder.beside(checkpoints, number));
    }

    /**
     * The lowest number, from 1 on, of a place of {@link #beside(String, int)} in which no job of a domain has opened a
     * ledger.
     *
     * @param checkpoints the URI of the folder for checkpoints
     * @param domain the domain's name
     */
    public static int firstUnused(String checkpoints, String domain) {
        int number = 1;
        while (Files.exists(LedgerFolder.beside(checkpoints, number).of(domain))) {
            number++;
        }
        return number;
    }

    /** Opens the ledger of a domain in the domain's folder. */
    private static DirectoryLedger open(Path folder, String pipeline) throws IOException {
        NumberedFiles files = NumberedFiles.in(PrivateFolder.at(folder).path());
        OwnerHeartbeat heartbeat = new OwnerHeartbeat(
                new HeartbeatFile(PrivateFolder.at(folder.resolve("alive")), LedgerFolder.encoded(pipeline)));
        return new DirectoryLedger(files, heartbeat, "pipeline " + pipeline);
    }

    /**
     * Reads all files in the order of their numbers. A damaged or missing file is reported and not skipped, because
     * this file may have recorded that somebody took an id, and because {@link #catchUp} takes a missing number for a
     * free one.
     */
    @Override
    public void read(LedgerRecords records) throws IOException {
        long last = files.last();
        for (long number = 1; number <= last; number++) {
            if (files.exists(number)) {
                Transaction.read(files.file(number), records);
            } else {
                records.missing();
            }
        }
    }

    @Override
    public long lastWritten() throws IOException {
        long last = files.last();
        return last == 0
                ? Long.MIN_VALUE
                : Files.getLastModifiedTime(files.file(last)).toMillis();
    }

    @Override
    public boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return owner.active() && heartbeat.isHeard(owner.number(), SILENCE_MILLIS);
    }

    @Override
    public void takeDomain() throws IOException {
        take(DOMAIN);
    }

    @Override
    public void takePipeline() throws IOException {
        take(pipelineId);
    }

    private void take(String id) throws IOException {
        String holder = UUID.randomUUID().toString();
        Transaction taking = new Transaction(true, id, holder, holder);
        Path draft = files.draft(holder);
        try {
            taking.write(draft, List.of());
            while (!isNumbered(draft, taking)) {
                catchUp();
            }
        } finally {
            Files.deleteIfExists(draft);
        }
        mine.put(id, holder);
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) {
        return write(DOMAIN, entries);
    }

    @Override
    public void releaseDomain() {
        mine.remove(DOMAIN);
    }

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) {
        return write(pipelineId, records);
    }

    private Result write(String id, Iterable<? extends LedgerRecord> records) {
        Transaction writing =
                new Transaction(false, id, holder(id), UUID.randomUUID().toString());
        try {
            return append(writing, records);
        } catch (IOException e) {
            mine.remove(id);
            return Result.UNKNOWN;
        }
    }

    /** The name under which this process holds an id. */
    private String holder(String id) {
        String holder = mine.get(id);
        if (holder == null) {
            throw new IllegalStateException("the id must be taken before anything is written under it");
        }
        return holder;
    }

    private Result append(Transaction transaction, Iterable<? extends LedgerRecord> records) throws IOException {
        Path draft = files.draft(transaction.name());
        try {
            transaction.write(draft, records);
            return number(draft, transaction);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Gives the transaction the next free number, unless another process has taken the transaction's id after the
     * transaction's holder did.
     */
    private Result number(Path draft, Transaction transaction) throws IOException {
        catchUp();
        while (transaction.holder().equals(latest.get(transaction.id()))) {
            if (isNumbered(draft, transaction)) {
                return Result.WRITTEN;
            }
            catchUp();
        }
        return Result.FENCED;
    }

    /**
     * Tries to give the transaction the number after the last known file, and returns whether the transaction has this
     * number.
     */
    private boolean isNumbered(Path draft, Transaction transaction) throws IOException {
        if (!files.number(draft, known + 1)) {
            Transaction found = Transaction.of(files.file(known + 1));
            if (found == null || !found.name().equals(transaction.name())) {
                return false;
            }
            PrivateFolder.force(files.file(known + 1));
        }
        learn(transaction);
        return true;
    }

    private void catchUp() throws IOException {
        while (files.exists(known + 1)) {
            learn(Transaction.of(files.file(known + 1)));
        }
    }

    private void learn(@Nullable Transaction transaction) {
        if (transaction != null && transaction.taken()) {
            latest.put(transaction.id(), transaction.holder());
        }
        known++;
    }

    @Override
    public void showLife(long owner, Runnable replaced) throws IOException, InterruptedException {
        heartbeat.start(owner, replaced);
    }

    @Override
    public void close() throws IOException {
        mine.clear();
        heartbeat.close();
    }
}
