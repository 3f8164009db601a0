package dev.weir.jobs.votes;

import dev.weir.accountant.vote.exact.VoteRule;
import dev.weir.accountant.vote.exact.Votes;
import java.util.List;

/**
 * The exact votes on all questions that a pipeline has asked.
 *
 * @param rule how votes are answered
 * @param isInteractive whether the check is about the surplus over the student's belief
 * @param teachers the number of teachers
 * @param labels the number of declared labels
 * @param promise what the pipeline promises
 * @param questions the questions, in the order in which they were asked
 */
public record VoteFile(
        VoteRule rule, boolean isInteractive, int teachers, int labels, Promise promise, List<Question> questions) {

    /**
     * What the pipeline promises for any votes. It is public.
     *
     * @param rho the budget in &rho;
     * @param delta &delta; of the budget
     * @param questions how many questions the budget pays for if all of them are answered: as many are asked whatever is drawn, if there
     *     are so many
     */
    public record Promise(double rho, double delta, long questions) {}

    /**
     * The votes on one question.
     *
     * @param votes the votes for each declared label
     * @param compared what is compared with the threshold of the check, in votes
     * @param isAnswered whether teachers have answered it
     */
    public record Question(Votes votes, double compared, boolean isAnswered) {

        /** A text without votes. */
        @Override
        public String toString() {
            return "Question";
        }
    }

    /** The number of questions that teachers have answered. */
    public long answered() {
        return questions.stream().filter(Question::isAnswered).count();
    }

    /** The questions that are asked whatever is drawn: the first ones, in their public order. Their number is public. */
    public List<Question> always() {
        return questions.subList(0, (int) Math.min(questions.size(), promise.questions()));
    }

    /** What all checks and answers cost for any votes, in &rho;, rounded up. */
    public double rho() {
        return rule.rho(questions.size(), answered());
    }

    /** A text without votes. */
    @Override
    public String toString() {
        return "VoteFile";
    }
}
