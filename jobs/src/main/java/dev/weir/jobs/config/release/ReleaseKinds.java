package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of all kinds of release. A kind on this list is read, and appears in the schema and in the documentation.
 */
final class ReleaseKinds {

    static final List<ReleaseKind> ALL = Stream.of(
                    CountKinds.ALL,
                    ClampKinds.ALL,
                    RatioKind.ALL,
                    HistogramKinds.ALL,
                    QuantileKinds.ALL,
                    VectorKind.ALL,
                    RegressionKinds.ALL,
                    LearnKinds.ALL,
                    CandidateKinds.ALL)
            .flatMap(List::stream)
            .toList();

    /** The fields that select kinds, in alphabetical order. */
    static final List<Field<?>> WORDS = ALL.stream()
            .<Field<?>>map(ReleaseKind::word)
            .distinct()
            .sorted(Comparator.comparing(Field::name))
            .toList();

    private ReleaseKinds() {}

    static String words() {
        return WORDS.stream().map(Field::name).collect(Collectors.joining(", "));
    }

    /** The kind of an entry. The entry must have a field that selects a kind. */
    static ReleaseKind in(Section entry) {
        return ALL.stream().filter(kind -> kind.isIn(entry)).findFirst().orElseThrow();
    }
}
