package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.TextHistogram;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that are histograms, of numbers or of texts. */
final class HistogramKinds {

    private static final Field<String> HISTOGRAM = EntryFields.word(
            "histogram", Literals.TEXT, "counts the values of this field between `edges`, or its texts in `values`");

    private static final Field<List<BigDecimal>> EDGES = Field.of(
                    "edges",
                    ListType.of(Literals.DECIMAL),
                    "of a histogram: 1 to 4095 numbers, each above the one before")
            .required("one of the two, for a histogram");

    private static final Field<List<String>> VALUES = Field.of(
                    "values",
                    ListType.of(Literals.TEXT),
                    "of a histogram: 1 to 4096 distinct texts. Records with others count nowhere and cost nothing")
            .required("one of the two, for a histogram");

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(
                            Shape.of(HISTOGRAM, EntryFields.AS, EntryFields.WEIGHT, EDGES, EntryFields.GRID),
                            HistogramKinds::ofNumbers)
                    .where(entry -> entry.has(EDGES) || !entry.has(VALUES)),
            ReleaseKind.of(Shape.of(HISTOGRAM, EntryFields.AS, EntryFields.WEIGHT, VALUES), HistogramKinds::ofTexts));

    private HistogramKinds() {}

    private static Optional<Released> ofNumbers(ReleaseEntry entry) {
        String field = entry.field(HISTOGRAM);
        String name = entry.name(HISTOGRAM, field);
        BigDecimal weight = entry.weight();
        if (entry.section().has(VALUES) == entry.section().has(EDGES)) {
            entry.section().problem(EDGES, "exactly one of edges and values must be given");
            return Optional.empty();
        }
        List<BigDecimal> edges = entry.section().read(EDGES, List.of());
        BigDecimal grid = entry.section().find(EntryFields.GRID).orElse(null);
        return entry.released(List.of(field), () -> new Histogram(name, weight, edges, grid));
    }

    private static Optional<Released> ofTexts(ReleaseEntry entry) {
        String field = entry.field(HISTOGRAM);
        String name = entry.name(HISTOGRAM, field);
        BigDecimal weight = entry.weight();
        List<String> values = entry.section().read(VALUES, List.of());
        return entry.releasedOf(
                List.of(new QueryFields.Read(field, values)),
                () -> new TextHistogram(name, weight, new Candidates(values, Candidates.UNLIMITED)));
    }
}
