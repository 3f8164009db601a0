package dev.weir.operators.api.votes;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteTerms;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Votes of teachers, each of whom has learned from people of its own. They become noisy labels of public questions (PATE).
 *
 * <pre>{@code
 * Votes.of(votes)
 *         .about(questions)                     // the public questions
 *         .byTeachers(250)
 *         .labelled(List.of("benign", "malign"))
 *         .within("triage", budget)             // what one teacher may lose, for ever
 *         .confidently(175, 80, 40)             // threshold, noise of the check, noise of the answer
 *         .labels();
 * }</pre>
 *
 * <p><b>Guarantee.</b> Two streams are neighbours if one is the other with the labels of one teacher replaced by any others, or by none. Who votes on
 * which question, and when, is public, and so are the questions. Everything that is ever published, over restarts and restores, is
 * differentially private for these neighbours within the budget: {@link dev.weir.operators.vote.VoteTerms}, {@link
 * dev.weir.accountant.vote.VoteAccount}. A person whose records are in the shards of several teachers loses more.
 *
 * <p>Who must be trusted: the job, and each teacher with its own people's records.
 */
public final class Votes {

    /** The name of the vote in the ids of rows. */
    private static final String NAME = "labels";

    private final DataStream<Vote> votes;

    private Votes(DataStream<Vote> votes) {
        this.votes = votes;
    }

    /**
     * Begins with votes.
     *
     * @param votes the votes; only the first vote of a teacher on a question counts
     */
    public static Votes of(DataStream<Vote> votes) {
        return new Votes(votes);
    }

    /**
     * Sets the public questions. A vote that arrives before its question waits until the clock has passed the vote's time.
     *
     * @param questions the questions; only the first with an id is one
     */
    public Asked about(DataStream<PublicQuestion> questions) {
        return new Asked(votes, questions);
    }

    /** Votes whose teachers are not set yet. */
    public static final class Asked {

        private final DataStream<Vote> votes;
        private final DataStream<PublicQuestion> questions;

        private Asked(DataStream<Vote> votes, DataStream<PublicQuestion> questions) {
            this.votes = votes;
            this.questions = questions;
        }

        /**
         * Sets the number of teachers. A question closes when all have voted, unless {@link VoteStream#closing} says otherwise.
         *
         * @param teachers the number, 1 to 1 000 000
         */
        public Staffed byTeachers(int teachers) {
            return new Staffed(this, teachers);
        }
    }

    /** Votes whose labels are not set yet. */
    public static final class Staffed {

        private final Asked asked;
        private final int teachers;

        private Staffed(Asked asked, int teachers) {
            this.asked = asked;
            this.teachers = teachers;
        }

        /**
         * Sets the labels. A vote for anything else is an abstention.
         *
         * @param labels 2 to 10 000 labels; the order decides ties
         */
        public Labelled labelled(List<String> labels) {
            return new Labelled(this, List.copyOf(labels));
        }
    }

    /** Votes whose budget is not set yet. */
    public static final class Labelled {

        private final Staffed staffed;
        private final List<String> labels;

        private Labelled(Staffed staffed, List<String> labels) {
            this.staffed = staffed;
            this.labels = labels;
        }

        /**
         * Sets the largest privacy loss of one teacher.
         *
         * @param domain the name of the vote and of its ledger: not blank, without a slash
         * @param budget epsilon and delta, or rho and delta
         */
        public Budgeted within(String domain, Budget budget) {
            return new Budgeted(this, domain, budget);
        }
    }

    /** Votes whose mechanism is not set yet. */
    public static final class Budgeted {

        private final Labelled labelled;
        private final String domain;
        private final Budget budget;

        private Budgeted(Labelled labelled, String domain, Budget budget) {
            this.labelled = labelled;
            this.domain = domain;
            this.budget = budget;
        }

        /**
         * Answers every question (GNMax).
         *
         * @param sigma the &sigma; of the noise on each label's votes, in votes
         * @throws IllegalArgumentException if a parameter is out of range, or the budget pays for no question
         */
        public VoteStream always(long sigma) {
            return by(new VoteMechanism.Gnmax(BigDecimal.valueOf(sigma)));
        }

        /**
         * Answers a question if the most votes of any label, with noise, reach a threshold (Confident-GNMax).
         *
         * @param threshold the threshold, in votes
         * @param checkSigma the &sigma; of the noise of the check, in votes
         * @param answerSigma the &sigma; of the noise on each label's votes, in votes
         * @throws IllegalArgumentException if a parameter is out of range, or the budget pays for no question
         */
        public VoteStream confidently(long threshold, long checkSigma, long answerSigma) {
            return by(new VoteMechanism.ConfidentGnmax(
                    BigDecimal.valueOf(threshold), BigDecimal.valueOf(checkSigma), BigDecimal.valueOf(answerSigma)));
        }

        /**
         * Answers questions by a mechanism with exact decimals, or by an interactive one.
         *
         * @param mechanism the mechanism; an interactive one never asks a question without a valid belief, nor a later one with its id
         * @throws IllegalArgumentException if a parameter is out of range, or the budget pays for no question
         */
        public VoteStream by(VoteMechanism mechanism) {
            Staffed staffed = labelled.staffed;
            VoteTerms terms = new VoteTerms(
                    NAME, 1, mechanism, labelled.labels, staffed.teachers, closing(staffed.teachers), budget);
            return new VoteStream(staffed.asked.votes, staffed.asked.questions, VoteStream.Settings.of(domain, terms));
        }

        private static VoteTerms.Close closing(int teachers) {
            return new VoteTerms.Close(Math.max(1, teachers), Duration.ofMinutes(10));
        }
    }
}
