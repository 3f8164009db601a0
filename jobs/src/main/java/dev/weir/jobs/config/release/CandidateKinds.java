package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that compare declared texts of a field. */
public final class CandidateKinds {

    private static final String COUNTS = "counts";
    private static final String SELECT = "select";
    private static final String EVERY_RECORD = "every-record";
    private static final String ONE_PER_CANDIDATE = "one-per-candidate";

    /** The field that names the record's field whose most frequent texts are released. */
    public static final Field<String> TOP = EntryFields.word(
            "top", Literals.TEXT, "the `k` texts of this field, out of `among`, that most records have");

    /** The field with the texts among which {@link #TOP} chooses. */
    public static final Field<List<String>> AMONG = Field.of(
                    "among",
                    ListType.of(Literals.TEXT),
                    "of `top`: 1 to 4096 distinct texts; records with other texts count for none")
            .required("with `top`");

    /** The field with the number of texts that {@link #TOP} releases. */
    public static final Field<Integer> K = Field.of(
                    "k", Literals.count(Integer.MAX_VALUE), "of `top`: how many are released")
            .required("with `top`");

    private static final Field<String> METHOD =
            Field.of("method", Literals.oneOf(COUNTS, SELECT), "of `top`: `counts`, the default, or `select`");

    private static final Field<String> VOTES = Field.of(
            "votes",
            Literals.oneOf(EVERY_RECORD, ONE_PER_CANDIDATE),
            "of `top`: `every-record`, the default, or `one-per-candidate`: a unit's second record for a text counts no more in its"
                    + " cell, and costs nothing");

    /** The field that names the record's field whose most frequent text is released. */
    public static final Field<String> CHOOSE = EntryFields.word(
            "choose", Literals.TEXT, "which text of this field, out of `from`, most records have; alone in its query");

    /** The field with the texts among which {@link #CHOOSE} chooses one. */
    public static final Field<List<String>> FROM = Field.of(
                    "from", ListType.of(Literals.TEXT), "of `choose`: 1 to 4096 distinct texts")
            .required("with `choose`");

    private static final Field<Long> LIMIT_PER_OPTION = Field.of(
            "limit-per-option",
            Literals.whole(1, Candidates.LARGEST_LIMIT),
            "of `choose`: how many records of a unit count for one text in a cell; a full-size record is as many; `1`");

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(
                    Shape.of(TOP, EntryFields.AS, EntryFields.WEIGHT, AMONG, K, METHOD, VOTES), CandidateKinds::top),
            ReleaseKind.of(
                    Shape.of(CHOOSE, EntryFields.AS, EntryFields.WEIGHT, FROM, LIMIT_PER_OPTION),
                    CandidateKinds::choose));

    private CandidateKinds() {}

    private static Optional<Released> top(ReleaseEntry entry) {
        Section section = entry.section();
        String field = entry.field(TOP);
        String name = entry.name(TOP, field);
        BigDecimal weight = entry.weight();
        List<String> among = section.read(AMONG, List.of());
        int k = section.read(K, 1);
        String method = section.read(METHOD, COUNTS);
        String votes = section.read(VOTES, EVERY_RECORD);
        return entry.releasedOf(List.of(new QueryFields.Read(field, among)), () -> {
            Candidates candidates = new Candidates(among, votes.equals(ONE_PER_CANDIDATE) ? 1 : Candidates.UNLIMITED);
            return method.equals(SELECT)
                    ? new TopSelection(name, weight, candidates, k)
                    : new TopCounts(name, weight, candidates, k);
        });
    }

    private static Optional<Released> choose(ReleaseEntry entry) {
        String field = entry.field(CHOOSE);
        String name = entry.name(CHOOSE, field);
        BigDecimal weight = entry.weight();
        List<String> options = entry.section().read(FROM, List.of());
        long limit = entry.section().read(LIMIT_PER_OPTION, 1L);
        return entry.releasedOf(
                List.of(new QueryFields.Read(field, options)),
                () -> new Choice(name, weight, new Candidates(options, limit)));
    }
}
