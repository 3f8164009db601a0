package dev.weir.jobs.options;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.replay.EarlierReplays;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that allows a command to release the same data again, and the warnings about it. */
public final class AgainOption {

    @Option(
            names = "--again",
            description =
                    "Pays once more for what an earlier replay has told, and replaces what is in the folder, but for its ledger,"
                            + " which is kept. What is told of the same people twice is paid for twice.")
    private boolean again;

    /** Whether the option was given. */
    public boolean isGiven() {
        return again;
    }

    /**
     * Refuses a folder that has the releases or the ledger of an earlier replay, unless {@code --again} was given. If the
     * option was given, warns that the spendings of the replays add up. Also warns if the folder's card cannot be read.
     *
     * @param out the folder
     * @param instead what the user can do instead
     * @param options print the warnings
     * @throws CommandFailure if the folder must not be used
     */
    public void requireFirst(Path out, String instead, JobOptions options) {
        EarlierReplays earlier = EarlierReplays.in(out);
        if (earlier.isThere() && earlier.isUnreadable()) {
            options.warn(out + " could not be looked at: its card cannot be read");
        }
        requireAsked(out, instead);
        if (earlier.isThere()) {
            warn(earlier, options);
        }
    }

    /**
     * Refuses a folder that has the releases or the ledger of an earlier replay, unless {@code --again} was given. If the
     * option was given, says where the earlier ledger is kept. This method does not warn that the spendings add up: the ledger
     * of replays knows the folder and gives this warning.
     *
     * @param out the folder
     * @param instead what the user can do instead
     * @param options print the message
     * @throws CommandFailure if the folder must not be used
     */
    public void requireKnown(Path out, String instead, JobOptions options) {
        requireAsked(out, instead);
        EarlierReplays earlier = EarlierReplays.in(out);
        if (earlier.ledgers() > 0) {
            options.say("the earlier ledger is kept as " + earlier.kept());
        }
    }

    private void requireAsked(Path out, String instead) {
        if (!again && EarlierReplays.in(out).isThere()) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "--out: " + out
                            + " has the releases or the ledger of an earlier replay, and what is told of the same people"
                            + " twice, in whatever folder, is paid for twice: " + instead
                            + ", or replace them with --again");
        }
    }

    private static void warn(EarlierReplays earlier, JobOptions options) {
        int runs = earlier.ledgers() + 1;
        String all = runs > 2 ? "all " + runs + " replays" : "both replays";
        String kept = earlier.ledgers() == 0 ? "" : "; the earlier ledger is kept as " + earlier.kept();
        options.warn("--again: where " + all + " tell of the same people, the spendings of " + all + " add up" + kept);
    }
}
