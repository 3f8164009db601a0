package dev.weir.calculator.vote;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.vote.exact.Votes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The votes of one question, of several ones, or only the most votes of a label. The exact votes are never printed. */
sealed interface VoteText {

    /**
     * The votes of one question.
     *
     * @param votes the votes
     */
    record One(Votes votes) implements VoteText {}

    /**
     * The votes of several questions, in the order in which they were asked.
     *
     * @param questions the questions
     */
    record Several(List<Asked> questions) implements VoteText {}

    /**
     * A question that was asked.
     *
     * @param votes the votes
     * @param isAnswered whether it was answered
     */
    record Asked(Votes votes, boolean isAnswered) {}

    /**
     * The most votes of a label, which is all that a check looks at.
     *
     * @param most the most votes of a label
     * @param teachers the number of teachers
     */
    record Top(int most, int teachers) implements VoteText {}

    /** The form of {@link Top}. */
    Pattern TOP = Pattern.compile("top (\\d{1,9}) of (\\d{1,9})");

    /** The end of a question in {@link Several}. */
    Pattern MARKED = Pattern.compile("(.*\\S)\\s+([+-])", Pattern.DOTALL);

    /**
     * Reads votes.
     *
     * @throws InvalidParameter if the text has none of the three forms; the message contains no count
     */
    static VoteText parse(String text) {
        Matcher top = TOP.matcher(text);
        if (top.matches()) {
            int most = Integer.parseInt(top.group(1));
            int teachers = Integer.parseInt(top.group(2));
            if (most > teachers || teachers == 0) {
                throw InvalidParameter.withoutValue("votes", "at most as many as there are teachers");
            }
            return new Top(most, teachers);
        }
        return text.contains("|") || MARKED.matcher(text).matches() ? several(text) : new One(Votes.parse(text));
    }

    private static VoteText several(String text) {
        List<Asked> questions = new ArrayList<>();
        for (String question : text.split("\\|", -1)) {
            Matcher marked = MARKED.matcher(question.strip());
            if (!marked.matches()) {
                throw InvalidParameter.withoutValue(
                        "votes", "questions separated by |, each ending in + if answered or in - if not");
            }
            questions.add(
                    new Asked(Votes.parse(marked.group(1)), marked.group(2).equals("+")));
        }
        return new Several(questions);
    }
}
