package dev.weir.jobs.kind.reports;

import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.local.support.EstimateTerms;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code estimate}: what is published of a window. */
final class EstimateSection {

    private static final Field<Integer> VERSION = Field.of(
            "version",
            Literals.count(Integer.MAX_VALUE),
            "goes up whenever the question, the window or this section changes; part of every id; by default 1. Counters go on if question,"
                    + " period and pane are the same; the first windows of another length have the panes that were kept");

    private static final Field<Boolean> CONSISTENT = Field.of(
            "consistent",
            Literals.TRUTH,
            "whether rows of options also say the nearest possible count, `consistent`: none negative, and their sum the number of"
                    + " reports; by default `false`");

    /** The field with the smallest number of reports of a window that is published. */
    static final Field<Long> MINIMUM = Field.of(
            "minimum-reports",
            Literals.whole(1, Integer.MAX_VALUE),
            "a window with fewer reports is withheld; by default 1");

    private static final Field<Delta> DELTA = Field.of(
                    "delta", Literals.DELTA, "for the statement about readers of estimates, at least 1e-30")
            .required();

    /** The section {@code shuffle}. */
    static final Field<Section> SHUFFLE = Field.of(
            "shuffle",
            MapType.of(Shape.of(DELTA)),
            "lets the card say what readers of estimates alone learn from a window of `minimum-reports` honest reports; not where"
                    + " windows slide");

    /** The section {@code estimate} of a pipeline file. */
    static final Field<Section> ESTIMATE = Field.of(
            "estimate", MapType.of(Shape.of(VERSION, CONSISTENT, MINIMUM, SHUFFLE)), "what is published of a window");

    private final Section section;
    private final int version;
    private final EstimateTerms terms;
    private final @Nullable Delta shuffle;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    EstimateSection(Section root) {
        section = root.section(ESTIMATE, false);
        version = section.read(VERSION, 1);
        terms = new EstimateTerms(section.read(CONSISTENT, false), section.read(MINIMUM, 1L));
        Optional<Section> shuffled = section.find(SHUFFLE);
        shuffle = shuffled.flatMap(given -> given.find(DELTA)).orElse(null);
        shuffled.ifPresent(Section::finish);
        section.finish();
    }

    /**
     * Notes what does not fit the question.
     *
     * @param isNumber whether the answer is a number
     * @param slides whether windows slide
     */
    void check(boolean isNumber, boolean slides) {
        if (isNumber && terms.consistent()) {
            section.problem(CONSISTENT, "must be left out for numbers");
        }
        if (slides && shuffle != null) {
            section.problem(
                    SHUFFLE,
                    "must be left out where windows slide: their differences show panes, however few report in one");
        }
    }

    /** The version of the estimates. */
    int version() {
        return version;
    }

    /** What is published of a window. */
    EstimateTerms terms() {
        return terms;
    }

    /** The delta of the statement about readers of estimates; null if there is none. */
    @Nullable Delta shuffle() {
        return shuffle;
    }
}
