package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TextHistogram;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that tell declared texts of a field apart. */
final class CandidateKinds {

    private static final String COUNTS = "counts";
    private static final String SELECT = "select";
    private static final String EVERY_RECORD = "every-record";
    private static final String ONE_PER_CANDIDATE = "one-per-candidate";

    private CandidateKinds() {}

    static Optional<Released> top(ReleaseEntry entry) {
        Section section = entry.section();
        String field = section.required("top", Literals::text, "top");
        String name = entry.name("top", field);
        BigDecimal weight = entry.weight();
        List<String> among = section.has("among") ? section.list("among", Literals::text) : missing(section, "among");
        int k = section.required("k", Literals.whole(1, Integer.MAX_VALUE), 1L).intValue();
        String method = section.optional("method", Literals::text, COUNTS);
        requireOneOf(section, "method", method, List.of(COUNTS, SELECT));
        String votes = section.optional("votes", Literals::text, EVERY_RECORD);
        requireOneOf(section, "votes", votes, List.of(EVERY_RECORD, ONE_PER_CANDIDATE));
        return entry.releasedOf(List.of(new QueryFields.Read(field, among)), () -> {
            Candidates candidates = new Candidates(among, votes.equals(ONE_PER_CANDIDATE) ? 1 : Candidates.UNLIMITED);
            return method.equals(SELECT)
                    ? new TopSelection(name, weight, candidates, k)
                    : new TopCounts(name, weight, candidates, k);
        });
    }

    /** Counts by declared texts. */
    static Optional<Released> histogram(ReleaseEntry entry, String field, String name) {
        BigDecimal weight = entry.weight();
        List<String> values = entry.section().list("values", Literals::text);
        return entry.releasedOf(
                List.of(new QueryFields.Read(field, values)),
                () -> new TextHistogram(name, weight, new Candidates(values, Candidates.UNLIMITED)));
    }

    static Optional<Released> choose(ReleaseEntry entry) {
        Section section = entry.section();
        String field = section.required("choose", Literals::text, "choose");
        String name = entry.name("choose", field);
        BigDecimal weight = entry.weight();
        List<String> options = section.has("from") ? section.list("from", Literals::text) : missing(section, "from");
        long limit = section.optional("limit-per-option", Literals.whole(1, Candidates.LARGEST_LIMIT), 1L);
        return entry.releasedOf(
                List.of(new QueryFields.Read(field, options)),
                () -> new Choice(name, weight, new Candidates(options, limit)));
    }

    private static List<String> missing(Section section, String field) {
        section.problem(field, "must be given");
        return List.of();
    }

    private static void requireOneOf(Section section, String field, String given, List<String> words) {
        if (!words.contains(given)) {
            section.problem(field, "must be " + String.join(" or ", words) + ", was " + given);
        }
    }
}
