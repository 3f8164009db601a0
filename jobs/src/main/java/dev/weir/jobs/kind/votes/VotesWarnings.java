package dev.weir.jobs.kind.votes;

import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.operators.vote.VoteTerms;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Finds what is allowed in a file of kind {@code votes} and makes no sense. */
final class VotesWarnings {

    private static final int FEW = 100;
    private static final double LARGE = 10;
    private static final BigDecimal LIKELY = new BigDecimal("1e-5");

    private final Section root;
    private final VoteTerms terms;
    private final List<String> lines = new ArrayList<>();

    /** Creates the warnings of a file in which no problem has been noted. */
    VotesWarnings(Section root, VoteTerms terms) {
        this.root = root;
        this.terms = terms;
    }

    /** The warnings, one line each, in the form of problems. */
    List<String> lines() {
        Section votes = root.section(VotesSection.SECTION);
        warn(
                terms.teachers() < FEW,
                votes,
                VotesSection.TEACHERS,
                "below 100 teachers either labels are mostly noise or epsilon is large: 250 or more are usual");
        VoteErrors errors = new VoteErrors(terms.mechanism(), terms.labels().size());
        warn(
                errors.lead() > terms.teachers(),
                root,
                MechanismSection.MECHANISM,
                "even a label that all teachers vote for is often not drawn: sigma of answers must be smaller, or teachers more");
        terms.mechanism().check().ifPresent(this::check);
        Section privacy = root.section(TeacherBudget.PRIVACY);
        warn(
                BudgetReader.epsilon(terms.budget()) > LARGE,
                privacy,
                TeacherBudget.BUDGET,
                "above epsilon 10 hardly anything is hidden");
        warn(
                terms.budget().delta().value().compareTo(LIKELY) > 0,
                privacy,
                TeacherBudget.BUDGET,
                "delta above 1e-5: of so large a part of all teachers everything may come out");
        return lines;
    }

    private void check(VoteMechanism.Check check) {
        warn(
                check.threshold().compareTo(BigDecimal.valueOf(terms.teachers())) > 0,
                root,
                MechanismSection.MECHANISM,
                "threshold is above the number of teachers: only noise passes the check");
        warn(
                check.sigma().compareTo(terms.mechanism().answerSigma()) < 0,
                root,
                MechanismSection.MECHANISM,
                "check-sigma is below answer-sigma: the check costs more than it saves; two to four times as much is usual");
    }

    private void warn(boolean isUnwise, Section section, Field<?> field, String sentence) {
        if (isUnwise) {
            lines.add(section.origin(field) + ": " + section.words(field) + ": " + sentence);
        }
    }
}
