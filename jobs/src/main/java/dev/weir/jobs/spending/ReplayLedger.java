package dev.weir.jobs.spending;

import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ledger of what replays have spent of the budget of one domain. It has one line for each replay, in a file of a
 * folder that replays share.
 *
 * <p>An entry is written to disk before anybody can see a row of its replay. So killing the process gives no budget
 * back, and a replay that fails later counts as one that has released. Entries are only added, under a lock on a file
 * of the folder, so the later of two concurrent replays finds the entry of the earlier one. A ledger that is damaged or
 * cannot be read is refused; only a missing ledger counts as empty.
 *
 * <p>Neither names nor sums in the ledger are secret. But a person who can change the ledger could give spent budgets
 * back, so only the owner has access to the folder (mode 0700, the ledgers 0600).
 */
public final class ReplayLedger {

    private static final String FOLDER = "replay-ledger";
    private static final String LOCK = "lock";
    private static final String ENDING = ".jsonl";

    /** Excludes this process's own threads from each other, because a lock on a file belongs to the whole process. */
    private static final Object THIS_PROCESS = new Object();

    private final String domain;
    private final Path folder;
    private final Path file;
    private final SpendingFile spent;

    private ReplayLedger(String domain, Path folder) {
        this.domain = domain;
        this.folder = folder;
        this.file = folder.resolve(domain + ENDING);
        this.spent = new SpendingFile(file);
    }

    /**
     * Returns the ledger of a domain. No file is created before something is recorded.
     *
     * @param folder the folder of the ledgers of all domains
     * @param domain the name of the domain
     */
    public static ReplayLedger in(Path folder, String domain) {
        return new ReplayLedger(domain, RealPath.of(folder));
    }

    /**
     * Returns the ledger of a domain that is shared by all folders of results with the same parent.
     *
     * @param out one of these folders, which need not exist
     * @param domain the name of the domain
     */
    public static ReplayLedger beside(Path out, String domain) {
        Path parent = out.toAbsolutePath().normalize().getParent();
        return in((parent == null ? out : parent).resolve(FOLDER), domain);
    }

    /** The file of the ledger. */
    public Path file() {
        return file;
    }

    /**
     * Whether an earlier replay of a pipeline is recorded.
     *
     * @param pipeline the name of the pipeline
     * @throws StartRefused if the ledger cannot be read
     */
    public boolean knows(String pipeline) {
        return spent.lines().stream().anyMatch(line -> line.spending().isOf(pipeline));
    }

    /**
     * Whether an earlier replay into a folder is recorded.
     *
     * @param out the folder of its results
     * @throws StartRefused if the ledger cannot be read
     */
    public boolean knowsFolder(Path out) {
        Path real = RealPath.of(out);
        return spent.lines().stream().anyMatch(line -> line.spending().out().equals(real));
    }

    /**
     * Returns the receipt of what a replay would spend, without recording it.
     *
     * @param asked the spending of the replay
     * @param again whether the same pipeline may spend once more for the same periods
     * @throws StartRefused if the replay may not spend this, or the ledger cannot be read
     */
    public SpendingReceipt preview(ReplaySpending asked, boolean again) {
        return receipt(spent.lines(), asked, again);
    }

    /**
     * Records what a replay spends. After this method has returned, the recorded budget counts as spent even if the replay
     * fails.
     *
     * @param asked the spending of the replay
     * @param again whether the same pipeline may spend once more for the same periods
     * @throws StartRefused if the replay may not spend this, or the ledger cannot be read or written
     */
    public SpendingReceipt charge(ReplaySpending asked, boolean again) {
        synchronized (THIS_PROCESS) {
            try {
                requireOwn();
                PrivateFolder own = PrivateFolder.at(folder);
                try (FileChannel lock =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    lock.lock();
                    return append(own, asked, again);
                }
            } catch (IOException e) {
                throw spent.unusable(e);
            }
        }
    }

    private SpendingReceipt append(PrivateFolder own, ReplaySpending asked, boolean again) throws IOException {
        List<SpendingLine> lines = spent.lines();
        SpendingReceipt receipt = receipt(lines, asked, again);
        List<SpendingLine> more = new ArrayList<>(lines);
        more.add(SpendingLine.of(receipt, SpendingFile.lastHash(lines)));
        StringBuilder text = new StringBuilder();
        more.forEach(line -> text.append(line.text()).append('\n'));
        own.writeDurably(file.getFileName().toString(), text.toString().getBytes(StandardCharsets.UTF_8));
        return receipt;
    }

    private SpendingReceipt receipt(List<SpendingLine> lines, ReplaySpending asked, boolean again) {
        List<ReplaySpending> earlier =
                lines.stream().map(SpendingLine::spending).toList();
        return new SpendingCheck(domain, earlier, asked).receipt(again);
    }

    /**
     * Refuses a folder that contains anything but ledgers, because recording closes the folder to everybody but its
     * owner.
     */
    private void requireOwn() throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> other = files.filter(path -> !isOwn(path)).findFirst();
            if (other.isPresent()) {
                throw spent.unusable("must be a folder for ledgers of replays alone, has "
                        + other.get().getFileName());
            }
        }
    }

    private static boolean isOwn(Path path) {
        String name = path.getFileName().toString();
        return name.equals(LOCK) || name.endsWith(ENDING) || name.endsWith(".tmp");
    }
}
