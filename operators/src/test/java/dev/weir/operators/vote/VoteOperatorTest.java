package dev.weir.operators.vote;

import static dev.weir.operators.vote.VoteBench.ALWAYS;
import static dev.weir.operators.vote.VoteBench.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Which votes count, when questions close, and in which order they are asked. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class VoteOperatorTest {

    private static final long ONE = 1024_000_000_000_000_000L;

    private static VoteTerms exact(int teachers) {
        return VoteBench.exact(teachers, 5);
    }

    @Test
    void a_question_closes_at_the_last_vote_and_is_asked_when_the_watermark_has_passed_it() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(3))) {
            bench.ask("q", 1000);
            bench.votes("q", 2000, 1, 2);
            bench.watermark(2000);
            assertThat(bench.rows()).isEmpty();
            bench.watermark(2001);
            List<PublishedRow> rows = bench.rows();
            assertThat(rows).extracting(VoteBench::line).containsExactly("q malign 1 1 " + ONE + " " + 4 * ONE);
            assertThat(rows.get(0).windowStart()).isEqualTo(1000);
            assertThat(rows.get(0).windowEnd()).isEqualTo(2001);
            assertThat(rows.get(0).releaseId()).isEqualTo("clinic/triage/1/q/2001");
            assertThat(rows.get(0).charge()).isEqualTo(ONE);
            assertThat(bench.exact()).containsExactly("q [1, 2, 0] true");
        }
    }

    @Test
    void a_question_closes_when_its_time_is_over_with_the_votes_that_it_has() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(3))) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "odd", 10 * MINUTE + 999);
            bench.watermark(10 * MINUTE + 999);
            assertThat(bench.rows()).isEmpty();
            bench.watermark(10 * MINUTE + 1000);
            assertThat(bench.rows()).singleElement().satisfies(row -> assertThat(row.windowEnd())
                    .isEqualTo(10 * MINUTE + 1000));
            assertThat(bench.exact()).containsExactly("q [0, 0, 1] true");
        }
    }

    /** All questions that one watermark closes: by the time at which they closed, then by id, however they came. */
    @Test
    void questions_are_asked_in_the_order_of_public_times_and_ids() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(1))) {
            for (String question : List.of("b", "late", "c", "a", "early")) {
                bench.ask(question, 1000);
            }
            bench.vote("late", "ada", "odd", 9000);
            bench.vote("c", "ada", "odd", 5000);
            bench.vote("b", "ada", "odd", 5000);
            bench.vote("a", "ada", "odd", 5000);
            bench.vote("early", "ada", "odd", 4000);
            bench.watermark(MINUTE);
            assertThat(bench.rows()).extracting(PublishedRow::key).containsExactly("early", "a", "b", "c", "late");
        }
    }

    @Test
    void the_first_vote_of_a_teacher_counts() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(2))) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "odd", 2000);
            bench.vote("q", "ada", "malign", 1500);
            bench.vote("q", "a teacher whose id does not fit into two words", "odd", 2000);
            bench.watermark(MINUTE);
            assertThat(bench.exact()).containsExactly("q [0, 0, 2] true");
            assertThat(bench.deadLetters()).extracting(DeadLetter::toString).containsExactly("SECOND_VOTE at 3:1");
        }
    }

    /** Whoever abstains has voted: participation is public, and the code of a rejection would show the label. */
    @Test
    void an_unknown_label_is_an_abstention() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(3))) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "benign ", 2000);
            bench.vote("q", "ada", "benign", 2000);
            bench.vote("q", "bob", "malign", 2000);
            bench.vote("q", "eve", "", 2000);
            bench.watermark(2001);
            assertThat(bench.exact()).containsExactly("q [0, 1, 0] true");
            assertThat(bench.deadLetters()).extracting(DeadLetter::code).containsExactly(Rejection.SECOND_VOTE);
            assertThat(bench.counters().of(0, RecordOutcome.COUNTED)).isEqualTo(3);
        }
    }

    @Test
    void what_admission_has_counted_is_sent_once() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(3))) {
            RecordCounters admission = RecordCounters.empty(1);
            admission.add(0, RecordOutcome.READ, 4);
            bench.admissionCounted(admission);
            assertThat(bench.counters().of(0, RecordOutcome.READ)).isEqualTo(4);
            assertThat(bench.counters().isEmpty()).isTrue();
        }
    }

    @Test
    void a_vote_waits_for_its_question() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(2))) {
            bench.vote("q", "ada", "malign", 2000);
            bench.vote("q", "ada", "odd", 2000);
            bench.watermark(1500);
            bench.ask("q", 1600);
            bench.vote("q", "bob", "malign", 2000);
            bench.watermark(MINUTE);
            assertThat(bench.exact()).containsExactly("q [0, 2, 0] true");
            assertThat(bench.deadLetters()).extracting(DeadLetter::code).containsExactly(Rejection.SECOND_VOTE);
        }
    }

    @Test
    void a_vote_without_a_question_is_rejected_when_the_watermark_has_passed_its_time() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(2))) {
            bench.vote("nobody asks", "ada", "malign", 2000);
            bench.watermark(2000);
            assertThat(bench.deadLetters()).isEmpty();
            bench.watermark(2001);
            bench.vote("nobody asks", "bob", "malign", 2000);
            List<DeadLetter> letters = bench.deadLetters();
            assertThat(letters).extracting(DeadLetter::code).containsOnly(Rejection.NO_QUESTION);
            assertThat(letters).extracting(DeadLetter::offset).containsExactly(0L, 1L);
            assertThat(letters)
                    .allSatisfy(letter -> assertThat(letter.payload()).isEmpty());
            bench.ask("nobody asks", 2500);
            bench.watermark(20 * MINUTE);
            assertThat(bench.exact()).containsExactly("nobody asks [0, 0, 0] true");
        }
    }

    @Test
    void a_vote_on_a_closed_question_is_late() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(2))) {
            bench.ask("full", 1000);
            bench.votes("full", 2000, 2);
            bench.vote("full", "eve", "odd", 2000);
            bench.ask("over", 1000);
            bench.vote("over", "ada", "odd", 10 * MINUTE + 1000);
            bench.watermark(11 * MINUTE);
            bench.vote("over", "ada", "odd", 2000);
            bench.ask("past", 0);
            bench.vote("past", "ada", "odd", 12 * MINUTE);
            assertThat(bench.deadLetters()).extracting(DeadLetter::code).containsOnly(Rejection.LATE);
            RecordCounters counters = bench.counters();
            assertThat(counters.of(0, Rejection.LATE)).isEqualTo(4);
            assertThat(counters.of(0, RecordOutcome.COUNTED)).isEqualTo(2);
            assertThat(bench.exact()).containsExactlyInAnyOrder("full [2, 0, 0] true", "over [0, 0, 0] true");
        }
    }

    /** A question that is repeated has one label, also when its id has been forgotten where votes are counted. */
    @Test
    void a_question_has_one_label_however_often_it_is_asked() throws Exception {
        try (VoteBench bench = VoteBench.start(exact(1))) {
            for (long day = 0; day < 4; day++) {
                bench.ask("q", day * 24 * 60 * MINUTE + 1000);
                bench.ask("q", day * 24 * 60 * MINUTE + 1001);
                bench.vote("q", "ada", "odd", day * 24 * 60 * MINUTE + 2000);
                bench.watermark((day + 1) * 24 * 60 * MINUTE);
            }
            assertThat(bench.lines()).hasSize(1);
        }
    }

    @Test
    void the_end_of_the_input_closes_the_questions_of_a_schedule_that_has_an_end() throws Exception {
        for (Schedule schedule : List.of(ALWAYS, new Schedule(0, 5000))) {
            try (VoteBench bench = new VoteBench(exact(2), schedule, 1, null)) {
                bench.ask("q", 1000);
                bench.vote("q", "ada", "odd", 1000);
                bench.vote("unknown", "ada", "odd", 1000);
                bench.watermark(Long.MAX_VALUE);
                assertThat(bench.rows()).hasSize(schedule.isBounded() ? 1 : 0);
                assertThat(bench.deadLetters()).hasSize(schedule.isBounded() ? 1 : 0);
            }
        }
    }

    @Test
    void questions_before_the_schedule_are_not_asked() throws Exception {
        Schedule schedule = Schedule.startingAt(10 * MINUTE + 1000);
        try (VoteBench bench = new VoteBench(exact(2), schedule, 1, null)) {
            bench.ask("before", 1000);
            bench.ask("within", 1001);
            bench.vote("before", "ada", "odd", 1100);
            bench.watermark(20 * MINUTE);
            assertThat(bench.rows()).extracting(PublishedRow::key).containsExactly("within");
            assertThat(bench.deadLetters()).extracting(DeadLetter::code).containsExactly(Rejection.LATE);
        }
    }

    /** The labels of one teacher are replaced: all that is public but the labels themselves is the same. */
    @Test
    void who_is_asked_when_does_not_depend_on_labels() throws Exception {
        List<String> world = world("benign");
        assertThat(world("malign")).isEqualTo(world);
        assertThat(world("unreadable")).isEqualTo(world);
        assertThat(world).anyMatch(line -> line.startsWith("WITHHELD"));
    }

    /** What is public of a stream in which one teacher has the given label: rows without their lines, dead letters, counters. */
    private static List<String> world(String label) throws Exception {
        try (VoteBench bench = VoteBench.start(exact(4))) {
            for (String question : List.of("b", "a")) {
                bench.ask(question, 0);
                bench.vote(question, "bob", "benign", 0);
            }
            bench.vote("b", "eve", label, 0);
            for (int question = 0; question < 9; question++) {
                bench.ask("q" + question % 7, question * 1000L);
                bench.votes("q" + question % 7, question * 1000L + question % 3, 1, 1 + question % 2);
                bench.vote("q" + question % 8, "eve", label, question * 1000L + 500);
                bench.watermark(question * 1000L);
            }
            bench.watermark(30 * MINUTE);
            List<String> seen = new ArrayList<>();
            for (PublishedRow row : bench.rows()) {
                seen.add(row + " " + row.charge());
            }
            bench.deadLetters().forEach(letter -> seen.add(letter.toString()));
            for (long count : bench.counters().counts()) {
                seen.add(Long.toString(count));
            }
            return seen;
        }
    }
}
