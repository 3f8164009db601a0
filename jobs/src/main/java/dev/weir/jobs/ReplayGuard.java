package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.options.AgainOption;
import dev.weir.jobs.options.JobOptions;
import dev.weir.jobs.options.SpendingOptions;
import dev.weir.jobs.replay.EarlierReplays;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.spending.ReplayLedger;
import dev.weir.jobs.spending.ReplaySpending;
import dev.weir.jobs.spending.SpendingReceipt;
import dev.weir.jobs.spending.UnknownReleases;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the checks before the first row of a replay: of the ledger of replays, of the folder of results, and of the
 * budget that the replay spends. A replay that also writes exact totals is private, and spends nothing.
 */
final class ReplayGuard implements Replay.Permission {

    private final Pipeline pipeline;
    private final Path out;
    private final AgainOption again;
    private final ReplayLedger ledger;
    private final JobOptions options;
    private @Nullable SpendingReceipt receipt;

    /**
     * Creates the guard of one replay.
     *
     * @param out the folder of the results
     */
    ReplayGuard(Pipeline pipeline, Path out, SpendingOptions spending, JobOptions options) {
        this.pipeline = pipeline;
        this.out = out;
        this.again = spending.again();
        this.ledger = spending.ledger(pipeline, out);
        this.options = options;
    }

    /**
     * Refuses, before anything starts, a private replay into a folder with the results of a replay that was not private, unless
     * {@code --again} was given.
     */
    void requirePrivate() {
        EarlierReplays earlier = EarlierReplays.in(out);
        if (!earlier.isPrivate()) {
            again.requireFirst(out, "choose another folder for exact totals", options);
        }
    }

    /**
     * Refuses, before anything starts, a replay whose folder must not be used, and warns of releases that the ledger
     * does not know. If the ledger knows the pipeline, the folder is left to {@link #ask}, because the ledger's own
     * refusal comes first and needs the times of the recording.
     */
    void requireStartable() {
        String domain = pipeline.plan().domain();
        if (!ledger.knows(pipeline.name()) && !again.isGiven()) {
            requireFolder();
        }
        tellUnknown(domain);
    }

    /**
     * Refuses, before anything starts, a folder with what another pipeline or another kind has released, unless {@code --again}
     * was given. For a replay that spends nothing: what it would replace may have been paid for.
     */
    void requireOwnFolder() {
        EarlierReplays earlier = EarlierReplays.in(out);
        boolean isOwn = earlier.card("pipeline").equals(Optional.of(pipeline.name()))
                && earlier.card("kind").equals(Optional.of(pipeline.terms().kind()));
        if (!isOwn) {
            again.requireFirst(out, "choose another folder", options);
        }
    }

    private void tellUnknown(String domain) {
        UnknownReleases unknown = UnknownReleases.of(domain, out, ledger);
        for (Path folder : unknown.folders()) {
            options.warn(folder + " has releases of domain " + domain + " that " + ledger.file()
                    + " does not know: what they have spent adds to what is said here");
        }
        if (!unknown.unreadable().isEmpty()) {
            String folders = unknown.unreadable().stream().map(Path::toString).collect(Collectors.joining(", "));
            options.warn(folders + " could not be looked at: what releases of domain " + domain
                    + " there have spent adds to what is said here");
        }
    }

    /**
     * Checks the folder, records in the ledger of replays what this replay spends, and prints the record. Refuses the replay if
     * the ledger or the folder does not allow it.
     */
    @Override
    public void ask(Schedule schedule) {
        ReplaySpending asked = ReplaySpending.of(pipeline, schedule, out);
        ledger.preview(asked, again.isGiven());
        requireFolder();
        SpendingReceipt charged = ledger.charge(asked, again.isGiven());
        receipt = charged;
        String place = (charged.isFirst() ? "; the first replay of the domain in " : "; kept in ") + ledger.file();
        options.say(charged.lines().get(0) + place);
        charged.lines().stream().skip(1).forEach(options::say);
        charged.warnings().forEach(options::warn);
    }

    private void requireFolder() {
        String instead = "publish the releases that are there";
        if (ledger.knowsFolder(out)) {
            again.requireKnown(out, instead, options);
        } else {
            again.requireFirst(out, instead, options);
        }
    }

    /** Returns the receipt of the recorded spending; null before the spending is recorded, and for a private replay. */
    @Nullable SpendingReceipt receipt() {
        return receipt;
    }

    /** Warns that the failed replay counts as spent, if its spending was recorded. */
    void tellFailure() {
        if (receipt != null) {
            options.warn("this replay counts as spent in " + ledger.file()
                    + ", for its rows could be seen from its start: the next one needs --again");
        }
    }
}
