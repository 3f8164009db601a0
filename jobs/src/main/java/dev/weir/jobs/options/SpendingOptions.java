package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.spending.ReplayLedger;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options for the budget that replays spend: where the spending is recorded, and whether the same data may be
 * released again.
 */
public final class SpendingOptions {

    @Mixin
    private AgainOption again = new AgainOption();

    @Option(
            names = "--ledger",
            paramLabel = "PATH",
            description =
                    "The folder that keeps what replays have spent of each domain (default: replay-ledger beside DIR, which all"
                            + " folders there share). A replay that writes exact totals too needs none.")
    private @Nullable Path ledger;

    /** Returns the option that allows a replay to release the same data again. */
    public AgainOption again() {
        return again;
    }

    /**
     * Returns the ledger of replays for a pipeline's domain.
     *
     * @param pipeline the pipeline
     * @param out the folder of the results
     */
    public ReplayLedger ledger(Pipeline pipeline, Path out) {
        String domain = pipeline.plan().domain();
        return ledger == null ? ReplayLedger.beside(out, domain) : ReplayLedger.in(ledger, domain);
    }
}
