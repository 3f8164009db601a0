package dev.weir.operators.vote;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.vote.VoteAccount;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What teachers vote on, and what is published of it.
 *
 * <p><b>Guarantee.</b> Neighbours are two streams with the same slots, and in each the same question and the same teacher, in which the labels
 * of one teacher are others, or unreadable. Who votes on what, and when, is public, and so are the questions. The unit is one teacher: a
 * person whose records are in the shards of s teachers loses s times the &mu; of the budget.
 *
 * @param name the name of the vote, part of the id of every published row: not blank, without a slash
 * @param version the version, which must increase when the meaning of labels or prices changes; at least 1
 * @param mechanism how winners are drawn
 * @param labels the labels in their order, which decides ties: 2 to 10 000, distinct and not empty
 * @param teachers the number of teachers, 1 to 1 000 000
 * @param close when a question closes
 * @param budget the most that one teacher may lose; not pure
 */
public record VoteTerms(
        String name,
        int version,
        VoteMechanism mechanism,
        List<String> labels,
        int teachers,
        Close close,
        Budget budget)
        implements Serializable {

    /** The number of an abstention: a label that is missing, or none of the declared ones. */
    public static final int ABSTENTION = -1;

    private static final int MOST_LABELS = 10_000;
    private static final int MOST_TEACHERS = 1_000_000;

    /**
     * The least length of the windows by which admission calls a vote late. Whether it is too late for its question is decided where the
     * question is known, so that the windows are long.
     */
    private static final Duration LEAST_WINDOW = Duration.ofDays(1);

    /** What ids of teachers are called in the ledger, before the name of their field. */
    private static final String LABELS = "labels of ";

    /** @throws IllegalArgumentException if a component is not as described, or the budget pays for no question */
    public VoteTerms {
        labels = List.copyOf(labels);
        require(2 <= labels.size() && labels.size() <= MOST_LABELS, "labels must be 2 to " + MOST_LABELS);
        require(new HashSet<>(labels).size() == labels.size(), "labels must be distinct");
        require(labels.stream().noneMatch(String::isEmpty), "labels must not be empty");
        require(1 <= teachers && teachers <= MOST_TEACHERS, "teachers must be 1 to " + MOST_TEACHERS);
        require(close.votes() <= teachers, "votes must be at most the number of teachers");
        require(
                VoteAccount.of(mechanism, budget).hasRoom(),
                "budget must pay for at least one question that is asked and answered");
    }

    /**
     * When a question closes: at a number of votes or after a time, whichever comes first. Votes are counted whatever their labels are.
     *
     * @param votes the number of votes, at least 1
     * @param within the time from the question's own time, at least 1 ms
     */
    public record Close(int votes, Duration within) implements Serializable {

        /** @throws IllegalArgumentException if a component is out of range */
        public Close {
            require(votes >= 1, "votes must be >= 1");
            require(within.toMillis() >= 1 && within.toDays() <= 3660, "wait must be 1 ms to 3660 days");
        }
    }

    /** The account of a stream that has asked nothing. */
    public VoteAccount account() {
        return VoteAccount.of(mechanism, budget);
    }

    /**
     * The plan by which votes pass the operators that all kinds of jobs have in common, and by which the ledger grants the job a share of
     * its domain's budget. Its unit is one teacher for ever. Its one query stands for the vote, and is never released as a count.
     *
     * <p>The ledger knows units by another name than it does for aggregates: the neighbours are others, and losses by different neighbours
     * do not add up. So a domain has votes alone, or none.
     *
     * @param domain the ledger domain: not blank, without a slash
     * @param timing the bounds by which a vote is too late or too early
     * @param ids the name and form of the ids of teachers
     * @param reads how a vote is read: its format, and its fields with the question, the label and the time; empty if code reads it
     */
    public Plan plan(String domain, TimeBounds timing, UnitName ids, String reads) {
        Query asked = new Query(
                name,
                version,
                reads + description(),
                new DeclaredKeys(List.of("labels of " + name)),
                TumblingWindow.of(close.within().compareTo(LEAST_WINDOW) > 0 ? close.within() : LEAST_WINDOW),
                Bounds.NONE,
                List.of(new Count("votes", BigDecimal.ONE)),
                new Spend(null, 1),
                null);
        UnitName units = UnitName.of(LABELS + ids.name()).inForm(ids.form());
        return Plan.of(domain, PrivacyUnit.USER, budget, timing, List.of(asked))
                .withUnitName(ids.former().isEmpty() ? units : units.formerly(LABELS + ids.former()));
    }

    /** Everything that labels mean and cost, in words: it is part of the meaning of their version. */
    String description() {
        String named =
                labels.stream().map(label -> label.length() + ":" + label).collect(Collectors.joining(" "));
        return "votes " + mechanism.words() + " labels " + named + " teachers " + teachers + " votes " + close.votes()
                + " wait " + close.within().toMillis() + " ms";
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
