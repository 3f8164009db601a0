package dev.weir.jobs.options;

import dev.weir.jobs.explain.Card;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option to write exact totals in addition to the releases, and the warnings about it. */
public final class RevealOption {

    @Option(
            names = "--reveal-exact",
            description =
                    "Also writes the exact totals of what was counted, after bounds and clamps and before noise, to"
                            + " private/exact.jsonl: for teaching and checking, never to publish.")
    private boolean exact;

    /** Whether exact totals are written. */
    public boolean isExact() {
        return exact;
    }

    /**
     * Returns a card as it is, or, if exact totals are written, with a warning that says so. The warning is also printed.
     *
     * @param card the card of the pipeline
     * @param out the folder of the results
     * @param options print the warning
     */
    public Card card(Card card, Path out, JobOptions options) {
        if (!exact) {
            return card;
        }
        options.warn("--reveal-exact writes exact totals: keep the whole of " + out + " private");
        return card.revealingExact();
    }
}
