package dev.weir.operators.vote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.Rejection;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QuestionBookTest {

    /** Counts nothing. */
    private static final class Ignored implements QuestionBook.Events {

        @Override
        public void counted() {}

        @Override
        public void rejected(CastVote vote, Rejection code) {}

        @Override
        public void closed(ClosedTally tally) {}
    }

    /** A question is open for 10 s, and its id is remembered for 100 s more. */
    @Test
    void nothing_is_kept_for_ever() {
        QuestionHours hours = new QuestionHours(10_000, 100_000, 0, Long.MAX_VALUE);
        QuestionBook book = new QuestionBook(VoteBench.exact(10, 5), hours, new Ignored());
        for (int i = 0; i < 50; i++) {
            book.ask(new PublicQuestion("q" + i, i, new double[0]));
            book.vote("q" + i, new CastVote("teacher of " + i, 0, i, 0, i));
            book.vote("unknown " + i, new CastVote("ada", 0, i, 0, i));
        }
        assertThat(book.size()).isEqualTo(50 + 50 + 50);
        book.advance(5000);
        assertThat(book.size()).isEqualTo(50 + 50);
        book.advance(10_049);
        assertThat(book.size()).isEqualTo(50);
        book.advance(110_024);
        assertThat(book.size()).isEqualTo(25);
        book.advance(110_049);
        assertThat(book.size()).isZero();
    }

    @Test
    void a_number_is_given_again_when_no_open_question_needs_it() {
        TeacherNumbers teachers = new TeacherNumbers();
        BitSet first = new BitSet();
        first.set(teachers.use("ada"));
        first.set(teachers.use("bob"));
        BitSet second = new BitSet();
        second.set(teachers.use("bob"));
        teachers.release(first);
        assertThat(teachers.find("ada")).isEqualTo(TeacherNumbers.NONE);
        assertThat(second.get(teachers.find("bob"))).isTrue();
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            numbers.add(teachers.use("teacher " + i));
        }
        assertThat(numbers).hasSize(10).doesNotContain(teachers.find("bob"));
        assertThat(numbers).allMatch(number -> number <= 10);
    }

    @Test
    void texts_hold_no_id_and_no_label() {
        CastVote vote = new CastVote("ada", 1, 2, 3, 4);
        PublicQuestion question = new PublicQuestion("q", 1, new double[0]);
        assertThat(vote.rejected(Rejection.LATE)).hasToString("LATE at 3:4");
        assertThat(vote).hasToString("CastVote");
        assertThat(question).hasToString("PublicQuestion");
        assertThat(new ClosedTally(question, 2, new long[] {1})).hasToString("ClosedTally");
        assertThat(new ExactVote("q", new long[] {1}, new long[0], true)).hasToString("ExactVote");
    }
}
