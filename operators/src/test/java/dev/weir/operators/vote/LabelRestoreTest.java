package dev.weir.operators.vote;

import static dev.weir.operators.vote.VoteBench.ALWAYS;
import static dev.weir.operators.vote.VoteBench.LABELS;
import static dev.weir.operators.vote.VoteBench.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.vote.VoteAccount;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The state behind labels: what a kill, a restore, another version and an adoption make of it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LabelRestoreTest {

    private static VoteTerms version(VoteTerms terms, int version, VoteMechanism mechanism) {
        return new VoteTerms(
                terms.name(), version, mechanism, terms.labels(), terms.teachers(), terms.close(), terms.budget());
    }

    /**
     * A job that is killed again and again: it goes on from the last barrier at another parallelism, and only rows before a barrier that has
     * completed are visible. The noise decides which labels are drawn; counts, charges and ids must be right whatever they are.
     */
    @Test
    void killed_restored_and_rescaled_no_question_has_two_labels_and_the_balance_is_exact() throws Exception {
        VoteMechanism mechanism =
                new VoteMechanism.ConfidentGnmax(new BigDecimal(2), new BigDecimal(3), new BigDecimal(7));
        VoteTerms terms = VoteBench.terms(mechanism, 3, VoteBench.rho(new BigDecimal("2.5")));
        for (int every : new int[] {1, 3}) {
            Killed run = new Killed(terms, every);
            List<PublishedRow> visible = run.go();
            assertThat(visible)
                    .extracting(PublishedRow::key)
                    .doesNotHaveDuplicates()
                    .hasSize(Killed.QUESTIONS);
            VoteAccount account = terms.account();
            for (PublishedRow row : visible) {
                String[] line = VoteBench.line(row).split(" ", -1);
                boolean isAsked = account.hasRoom();
                assertThat(row.kind()).isEqualTo(isAsked ? Outcome.Kind.RELEASED : Outcome.Kind.WITHHELD);
                long before = account.spent().femto();
                account = isAsked ? account.asking(LABELS.contains(line[1])) : account;
                assertThat(row.charge()).isEqualTo(account.spent().femto() - before);
                assertThat(line[2]).isEqualTo(Long.toString(account.asked()));
                assertThat(line[3]).isEqualTo(Long.toString(account.answered()));
                assertThat(line[4]).isEqualTo(Long.toString(account.spent().femto()));
                assertThat(line[5]).isEqualTo(Long.toString(account.left().femto()));
            }
            assertThat(account.hasRoom()).isFalse();
            assertThat(visible.stream().mapToLong(PublishedRow::charge).sum())
                    .isEqualTo(account.spent().femto());
        }
    }

    /** A question that was visible is never drawn again when a state goes on, also when its id has been forgotten where votes are counted. */
    @Test
    void a_question_that_was_asked_is_in_the_state() throws Exception {
        VoteTerms terms = VoteBench.exact(1, 5);
        VoteBench.State state;
        try (VoteBench bench = VoteBench.start(terms)) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "odd", 2000);
            bench.ask("open", 1000);
            bench.watermark(3000);
            assertThat(bench.rows()).hasSize(1);
            state = bench.barrier();
        }
        try (VoteBench bench = new VoteBench(terms, ALWAYS, 3, state)) {
            bench.ask("q", 4000);
            bench.vote("q", "ada", "odd", 4001);
            bench.vote("open", "ada", "malign", 4001);
            bench.watermark(MINUTE);
            assertThat(bench.lines()).singleElement().asString().startsWith("open malign 2 2 ");
            long later = 3 * 24 * 60 * MINUTE;
            bench.watermark(later);
            bench.ask("q", later);
            bench.vote("q", "ada", "odd", later);
            bench.ask("new", later);
            bench.watermark(later + 20 * MINUTE);
            assertThat(bench.rows()).extracting(PublishedRow::key).containsExactly("new");
        }
    }

    /** Whoever voted before the barrier has voted, whatever the noise: the exact votes are compared. */
    @Test
    void votes_of_an_open_question_are_in_the_state() throws Exception {
        VoteTerms terms = VoteBench.exact(3, 5);
        VoteBench.State state;
        try (VoteBench bench = VoteBench.start(terms)) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "odd", 2000);
            bench.vote("q", "bob", "odd", 2000);
            state = bench.barrier();
        }
        try (VoteBench bench = new VoteBench(terms, ALWAYS, 2, state)) {
            bench.vote("q", "ada", "malign", 3000);
            bench.vote("q", "eve", "malign", 3000);
            bench.watermark(MINUTE);
            assertThat(bench.exact()).containsExactly("q [0, 1, 2] true");
        }
    }

    /** A tally that waits for the watermark at a barrier is asked once. */
    @Test
    void a_closed_question_waits_in_the_state() throws Exception {
        VoteTerms terms = VoteBench.exact(1, 5);
        VoteBench.State state;
        try (VoteBench bench = VoteBench.start(terms)) {
            bench.ask("q", 1000);
            bench.vote("q", "ada", "odd", 2000);
            state = bench.barrier();
            assertThat(bench.rows()).isEmpty();
        }
        try (VoteBench bench = new VoteBench(terms, ALWAYS, 1, state)) {
            bench.watermark(2001);
            assertThat(bench.lines()).singleElement().asString().startsWith("q odd 1 1 ");
            bench.watermark(MINUTE);
            assertThat(bench.rows()).isEmpty();
        }
    }

    /** Two questions have spent half of the budget; the new answers cost a quarter as much. */
    @Test
    void a_new_version_goes_on_with_what_was_spent_and_asked() throws Exception {
        VoteTerms terms = VoteBench.exact(1, 4);
        VoteMechanism other = new VoteMechanism.Gnmax(new BigDecimal("0.0625"));
        try (VoteBench bench = new VoteBench(version(terms, 2, other), ALWAYS, 1, afterTwo(terms))) {
            bench.vote("open", "ada", "odd", 4001);
            for (int i = 0; i < 9; i++) {
                bench.ask(i == 0 ? "a" : "next " + i, 4000 + i);
                bench.vote(i == 0 ? "a" : "next " + i, "ada", "odd", 4000 + i);
            }
            bench.watermark(MINUTE);
            assertThat(bench.rows()).hasSize(8).extracting(PublishedRow::kind).containsOnly(Outcome.Kind.RELEASED);
            bench.ask("beyond", MINUTE);
            bench.watermark(20 * MINUTE);
            assertThat(bench.lines())
                    .containsExactly(
                            "beyond withheld 8 8 " + terms.account().budget().femto() + " 0");
        }
    }

    @Test
    void another_mechanism_or_budget_under_the_same_version_is_refused() throws Exception {
        VoteTerms terms = VoteBench.exact(1, 4);
        VoteTerms smaller = VoteBench.exact(1, 3);
        VoteMechanism other = new VoteMechanism.Gnmax(new BigDecimal("0.0625"));
        VoteBench.State state = afterTwo(terms);
        for (VoteTerms changed : List.of(smaller, version(terms, 1, other))) {
            assertThatThrownBy(() -> new VoteBench(changed, ALWAYS, 1, state)).hasStackTraceContaining("QUERY_CHANGED");
        }
        try (VoteBench bench = new VoteBench(version(smaller, 2, smaller.mechanism()), ALWAYS, 1, state)) {
            bench.ask("c", 4000);
            bench.ask("d", 4000);
            bench.watermark(20 * MINUTE);
            assertThat(bench.rows())
                    .extracting(PublishedRow::kind)
                    .containsExactly(Outcome.Kind.RELEASED, Outcome.Kind.WITHHELD);
        }
    }

    /** The state behind two questions, with a third one open. */
    private static VoteBench.State afterTwo(VoteTerms terms) throws Exception {
        try (VoteBench bench = VoteBench.start(terms)) {
            for (String question : List.of("a", "b")) {
                bench.ask(question, 1000);
                bench.vote(question, "ada", "odd", 2000);
            }
            bench.ask("open", 1000);
            bench.watermark(3000);
            return bench.barrier();
        }
    }

    /** State that an adoption goes on from does not know what was published after it was written. */
    @Test
    void an_adoption_closes_the_questions_that_later_state_may_have_asked() throws Exception {
        VoteTerms terms = VoteBench.exact(1, 5);
        VoteBench.State state;
        try (VoteBench bench = VoteBench.start(terms)) {
            bench.ask("open", 1000);
            bench.ask("closed", 1000);
            bench.vote("closed", "ada", "odd", 2000);
            state = bench.barrier();
        }
        Schedule adopted = ALWAYS.without(new Closing(Long.MIN_VALUE, 5000));
        try (VoteBench bench = new VoteBench(terms, adopted, 1, state)) {
            bench.vote("open", "ada", "odd", 6000);
            bench.ask("before", 5000);
            bench.ask("behind", 5001);
            bench.watermark(20 * MINUTE);
            assertThat(bench.rows()).extracting(PublishedRow::key).containsExactly("behind");
        }
    }

    /** A job that is killed after every so many steps, when a barrier has passed some time before. */
    private static final class Killed {

        static final int QUESTIONS = 40;

        private final VoteTerms terms;
        private final int every;
        private final Set<Integer> killedAt = new HashSet<>();

        Killed(VoteTerms terms, int every) {
            this.terms = terms;
            this.every = every;
        }

        /** Step i asks question i, sends some votes on the two before, and moves the watermark. */
        private static void step(VoteBench bench, int step) throws Exception {
            long time = step * 1000L;
            if (step < QUESTIONS) {
                bench.ask("q" + step, time);
            }
            for (int question = Math.max(0, step - 2); question <= Math.min(step, QUESTIONS - 1); question++) {
                bench.vote("q" + question, "t" + (step - question), LABELS.get(step % 2), time + 1);
            }
            bench.watermark(time);
        }

        List<PublishedRow> go() throws Exception {
            List<PublishedRow> visible = new ArrayList<>();
            VoteBench.State state = null;
            int saved = 0;
            int parallelism = 1;
            VoteBench bench = new VoteBench(terms, ALWAYS, parallelism, null);
            for (int step = 0; step < QUESTIONS + 5; step++) {
                step(bench, step);
                if (step % every == 0) {
                    state = bench.barrier();
                    visible.addAll(bench.rows());
                    saved = step;
                }
                if (state != null && killedAt.add(step)) {
                    bench.close();
                    parallelism = parallelism % 5 + 1;
                    bench = new VoteBench(terms, ALWAYS, parallelism, state);
                    step = saved;
                }
            }
            bench.watermark(30 * MINUTE);
            bench.barrier();
            visible.addAll(bench.rows());
            bench.close();
            return visible;
        }
    }
}
