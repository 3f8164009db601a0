package dev.weir.jobs.kind.votes;

import dev.weir.accountant.vote.NoisyWinner;
import dev.weir.accountant.vote.VotePrices;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.output.JsonText;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.vote.VoteTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the exact votes on all questions that were asked as one JSON object, with what is needed to compute the data-dependent
 * loss from it. The file is as secret as the votes.
 *
 * @param asked what the pipeline asks
 */
record PrivateVotes(AskedVotes asked) {

    /** The name of the file in the private folder. */
    static final String FILE = "votes.json";

    /**
     * Writes the file beside the exact rows.
     *
     * @param exact the exact rows, one line each, in the order in which questions were asked
     * @throws IllegalStateException if not every question that was asked has an exact row
     */
    void write(PipelineKind.Exact exact) throws IOException {
        if (exact.rows() != exact.released()) {
            throw new IllegalStateException("every question that was asked must have exact votes, had " + exact.rows()
                    + " of " + exact.released() + ": please report this");
        }
        List<String> lines = Files.readAllLines(exact.file(), StandardCharsets.UTF_8);
        String text = head() + String.join(",\n", lines) + "\n]}\n";
        Path folder = exact.file().toAbsolutePath().getParent();
        if (folder == null) {
            throw new IllegalStateException("exact rows must be in a folder");
        }
        PrivateFolder.at(folder).write(FILE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Everything before the first question. */
    private String head() {
        VoteTerms terms = asked.terms();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mechanism", asked.mechanism());
        fields.put("teachers", terms.teachers());
        fields.put("labels", terms.labels());
        fields.put("delta", terms.budget().delta().value().stripTrailingZeros());
        fields.put("grid-bits", NoisyWinner.GRID_BITS);
        fields.put("rho-budget", VotesWording.number(terms.account().budget()));
        fields.put(
                "questions-if-all-answered",
                new VoteAffords(
                                VotePrices.of(terms.mechanism()),
                                terms.account().budget())
                        .answered());
        String object = JsonText.of(fields);
        return object.substring(0, object.length() - 1) + ",\"questions\":[\n";
    }
}
