package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be released. This is the one list of it: a kind that is in it is read, and is in the schema and on the page. */
final class ReleaseKinds {

    static final List<ReleaseKind> ALL = Stream.of(
                    CountKinds.ALL,
                    ClampKinds.ALL,
                    RatioKind.ALL,
                    HistogramKinds.ALL,
                    QuantileKinds.ALL,
                    VectorKind.ALL,
                    RegressionKinds.ALL,
                    CandidateKinds.ALL)
            .flatMap(List::stream)
            .toList();

    /** The fields that name kinds, in the order of the alphabet. */
    static final List<Field<?>> WORDS = ALL.stream()
            .<Field<?>>map(ReleaseKind::word)
            .distinct()
            .sorted(Comparator.comparing(Field::name))
            .toList();

    private ReleaseKinds() {}

    static String words() {
        return WORDS.stream().map(Field::name).collect(Collectors.joining(", "));
    }

    /** The kind of an entry that has the word of one. */
    static ReleaseKind in(Section entry) {
        return ALL.stream().filter(kind -> kind.isIn(entry)).findFirst().orElseThrow();
    }
}
