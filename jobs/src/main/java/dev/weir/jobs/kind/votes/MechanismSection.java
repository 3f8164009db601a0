package dev.weir.jobs.kind.votes;

import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the section {@code mechanism}: how the winner of a vote is drawn. */
final class MechanismSection {

    private static final Field<BigDecimal> SIGMA = Field.of(
                    "sigma", Literals.POSITIVE, "of the noise on each label's votes, in votes")
            .required();

    /** The field with the threshold of the check. */
    static final Field<BigDecimal> THRESHOLD = Field.of(
                    "threshold",
                    Literals.DECIMAL,
                    "in votes: what the most votes of a label, with noise, must reach; for `interactive-gnmax` the largest surplus,"
                            + " a label's votes minus `teachers` times its belief")
            .required();

    /** The field with the noise of the check. */
    static final Field<BigDecimal> CHECK_SIGMA = Field.of(
                    "check-sigma",
                    Literals.POSITIVE,
                    "of the noise of that check; every question that is asked pays for it")
            .required();

    /** The field with the noise of the answer. */
    static final Field<BigDecimal> ANSWER_SIGMA = Field.of(
                    "answer-sigma",
                    Literals.POSITIVE,
                    "of the noise on each label's votes, in votes; only a question that is answered pays for it")
            .required();

    private static final Field<BigDecimal> CONFIDENCE = Field.of(
                    "confidence",
                    Literals.POSITIVE.within("maximum", 1),
                    "from which belief on the student's own label is published where the check fails: above 0, at most 1")
            .required();

    /** The mechanism without a check. */
    static final Field<Section> GNMAX = Field.of("gnmax", MapType.of(Shape.of(SIGMA)), "every question is answered")
            .neededIf("one of the three");

    /** The mechanism with a check. */
    static final Field<Section> CONFIDENT = Field.of(
                    "confident-gnmax",
                    MapType.of(Shape.of(THRESHOLD, CHECK_SIGMA, ANSWER_SIGMA)),
                    "a question is answered where teachers agree")
            .neededIf("one of the three");

    /** The mechanism with a check of the surplus. */
    static final Field<Section> INTERACTIVE = Field.of(
                    "interactive-gnmax",
                    MapType.of(Shape.of(THRESHOLD, CHECK_SIGMA, ANSWER_SIGMA, CONFIDENCE)),
                    "a question is answered where teachers disagree with the student")
            .neededIf("one of the three");

    /** The section {@code mechanism} of a pipeline file. */
    static final Field<Section> MECHANISM = Field.of(
                    "mechanism",
                    MapType.of(Shape.of(GNMAX, CONFIDENT, INTERACTIVE).withOneOf(GNMAX, CONFIDENT, INTERACTIVE)),
                    "how a label is drawn: [which](votes.md#which-mechanism)")
            .required();

    private static final List<Field<Section>> KINDS = List.of(GNMAX, CONFIDENT, INTERACTIVE);

    private final Map<String, Object> words = new LinkedHashMap<>();
    private final Optional<VoteMechanism> mechanism;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    MechanismSection(Section root) {
        Section section = root.section(MECHANISM);
        List<Field<Section>> given = KINDS.stream().filter(section::has).toList();
        if (given.size() == 1) {
            mechanism = read(given.get(0), section.section(given.get(0)));
        } else {
            mechanism = Optional.empty();
            if (root.has(MECHANISM)) {
                section.problem(GNMAX, "exactly one of gnmax, confident-gnmax and interactive-gnmax must be given");
            }
        }
        section.finish();
    }

    private Optional<VoteMechanism> read(Field<Section> kind, Section section) {
        int before = section.problemsSoFar();
        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        if (kind.equals(GNMAX)) {
            numbers.put(SIGMA.name(), section.read(SIGMA, BigDecimal.ONE));
        } else {
            for (Field<BigDecimal> field : List.of(THRESHOLD, CHECK_SIGMA, ANSWER_SIGMA)) {
                numbers.put(field.name(), section.read(field, BigDecimal.ONE));
            }
        }
        if (kind.equals(INTERACTIVE)) {
            numbers.put(CONFIDENCE.name(), section.read(CONFIDENCE, BigDecimal.ONE));
        }
        section.finish();
        words.put(kind.name(), numbers);
        return section.isSound(before)
                ? made(kind, section, numbers.values().toArray(BigDecimal[]::new))
                : Optional.empty();
    }

    private static Optional<VoteMechanism> made(Field<Section> kind, Section section, BigDecimal[] of) {
        try {
            if (kind.equals(GNMAX)) {
                return Optional.of(new VoteMechanism.Gnmax(of[0]));
            }
            return Optional.of(
                    kind.equals(CONFIDENT)
                            ? new VoteMechanism.ConfidentGnmax(of[0], of[1], of[2])
                            : new VoteMechanism.InteractiveGnmax(of[0], of[1], of[2], of[3]));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }

    /** The mechanism; empty if a problem has been noted. */
    Optional<VoteMechanism> mechanism() {
        return mechanism;
    }

    /** The section as the file has it: the name of the mechanism, and its numbers by the names of their fields. */
    Map<String, Object> words() {
        return words;
    }
}
