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
 * A ledger in a directory. Each transaction is a file; the files have numbers from 1 on, and a file is made only if its
 * number is free.
 *
 * <p><b>Why it keeps the promises of {@link Ledger}.</b> The files are the log; their numbers are its order. Taking an
 * id is a file too, with a new name for the holder. A holder asks for number n + 1 only after it has read all files up
 * to n and found that the latest taking of its id is its own. {@link NumberedFiles} gives n + 1 to one process. So when
 * a write succeeds, no taking of its id lies between the writer's own and the write; and once a taking has its number,
 * whoever held the id before must read it before it can get a later one. A transaction is written whole before it gets
 * its number, so nothing is ever under way in the log, and a reading of the files that are there is a reading up to
 * now.
 *
 * <p>It needs a file system with hard links, local or shared, and refuses every other: object stores create a file
 * without asking whether it is there, or ask first and then create it. Every start and every batch that is not empty
 * makes a few files, which are kept for good, and every start reads them all. Starting a job that has run for years at
 * short intervals therefore takes long.
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
     *     LEDGER_UNUSABLE}, for any other store
     */
    public static Factory at(String folder) {
        return new Place(LedgerFolder.at(folder));
    }

    /**
     * The ledger of the jobs whose checkpoints are in a folder.
     *
     * @param checkpoints the URI of the folder for checkpoints
     */
    public static Factory beside(String checkpoints) {
        return beside(checkpoints, 1);
    }

    /**
     * One of several ledgers beside the same checkpoints, each with a budget of its own.
     *
     * @param checkpoints the URI of the folder for checkpoints
     * @param number from 1, which is that of {@link #beside(String)}
     */
    public static Factory beside(String checkpoints, int number) {
        return new Place(LedgerFolder.beside(checkpoints, number));
    }

    /**
     * The number of the first ledger beside checkpoints that no job of a domain has opened.
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

    /** The ledger of a domain in its folder. */
    private static DirectoryLedger open(Path folder, String pipeline) throws IOException {
        NumberedFiles files = NumberedFiles.in(PrivateFolder.at(folder).path());
        OwnerHeartbeat heartbeat = new OwnerHeartbeat(
                new HeartbeatFile(PrivateFolder.at(folder.resolve("alive")), LedgerFolder.encoded(pipeline)));
        return new DirectoryLedger(files, heartbeat, "pipeline " + pipeline);
    }

    /**
     * Reads all files in the order of their numbers. Neither a damaged file nor a number that is missing before the
     * last one may be skipped: the file may have said who took an id, and {@link #catchUp} would take its number for a
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

    /** Gives the transaction the next number, unless another has taken its id before that. */
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

    /** Whether the transaction now has the number after those that are known. */
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
