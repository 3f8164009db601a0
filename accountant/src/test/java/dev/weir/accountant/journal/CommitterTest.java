package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CommitterTest {

    private static final TestLedger LEDGER =
            new TestLedger().decide(declaration(1000)).own("p", "run-1", claim(0, 700, "trips"));

    private static Committer committer(Closing closing) {
        JournalState state =
                JournalState.empty(DOMAIN, "p").ownedSince(LEDGER.view().tip());
        ResumePoint.Limits limits = new ResumePoint.Limits(PrivacyUnit.USER_PER_DAY, 0, closing);
        return Committer.of("p", new ResumePoint(2, state, LEDGER.tip("p"), limits, false));
    }

    private static Batch next(Committer committer, long hour) {
        return TestLedger.digest(
                "p", committer.state().last(), hour, List.of(TestLedger.row("trips", "harbour", hour, 1)));
    }

    @Test
    void a_batch_waits_for_its_checkpoint_then_the_ledger_then_its_copies() {
        Committer committer = committer(Closing.NOTHING);
        Batch first = next(committer, 1);
        committer = committer.closed(first, 7);
        committer = committer.closed(next(committer, 2), 8);
        assertThat(committer.completed(6).isDue()).isFalse();
        committer = committer.completed(7);
        assertThat(committer.isDue()).isTrue();
        assertThat(committer.nextOfLedger()).isInstanceOf(CommitStep.Write.class);
        assertThat(committer.nextOfCopies()).isInstanceOf(CommitStep.Wait.class);
        committer = committer.written();
        assertThat(committer.isDue()).isTrue();
        assertThat(committer.nextOfLedger()).isInstanceOf(CommitStep.Wait.class);
        assertThat(committer.nextOfCopies()).isEqualTo(new CommitStep.Publish(first));
        committer = committer.published();
        assertThat(committer.state().base()).isEqualTo(first.tip());
        assertThat(committer.isDue()).isFalse();
        assertThat(committer.completed(9).nextOfLedger()).isInstanceOf(CommitStep.Write.class);
    }

    @Test
    void an_owner_that_sees_what_is_no_record_says_once_how_far_its_chain_has_come_before_it_writes_more() {
        Committer committer = committer(Closing.NOTHING);
        committer = committer.closed(next(committer, 1), 1).completed(1).unconfirmed();
        assertThat(committer.isDue()).isTrue();
        assertThat(committer.nextOfLedger())
                .isEqualTo(new CommitStep.Confirm(
                        new LedgerRecord.Confirmation(committer.state().base(), "p", 2, 1)));
        assertThat(committer.unknown().nextOfLedger()).isEqualTo(new CommitStep.StartAgain(2));
        assertThat(committer.fenced().nextOfLedger()).isInstanceOf(CommitStep.End.class);
        Committer confirmed = committer.confirmed(1);
        assertThat(confirmed.nextOfLedger()).isInstanceOf(CommitStep.Write.class);
        assertThat(confirmed.written().nextOfLedger()).isInstanceOf(CommitStep.Wait.class);
        assertThat(confirmed.written().unconfirmed().nextOfLedger())
                .isEqualTo(new CommitStep.Confirm(
                        new LedgerRecord.Confirmation(committer.state().last(), "p", 2, 2)));
    }

    @Test
    void what_is_seen_while_a_confirmation_is_written_is_confirmed_by_another_one() {
        Committer committer = committer(Closing.NOTHING).unconfirmed();
        CommitStep.Confirm taken = (CommitStep.Confirm) committer.nextOfLedger();
        Committer seenMeanwhile =
                committer.unconfirmed().confirmed(taken.confirmation().number());
        assertThat(seenMeanwhile.nextOfLedger()).isInstanceOfSatisfying(CommitStep.Confirm.class, again -> assertThat(
                        again.confirmation().number())
                .isEqualTo(2));
        assertThat(seenMeanwhile.confirmed(2).isDue()).isFalse();
    }

    @Test
    void the_ledger_goes_ahead_of_the_copies_and_no_copy_goes_ahead_of_the_ledger() {
        Committer committer = committer(Closing.NOTHING);
        Batch first = next(committer, 1);
        committer = committer.closed(first, 1);
        Batch second = next(committer, 2);
        committer = committer.closed(second, 1).completed(1);
        assertThat(committer.nextOfCopies()).isInstanceOf(CommitStep.Wait.class);
        committer = committer.written();
        assertThat(committer.nextOfCopies()).isEqualTo(new CommitStep.Publish(first));
        assertThat(committer.nextOfLedger()).isInstanceOfSatisfying(CommitStep.Write.class, write -> assertThat(
                        write.seal().batch())
                .isEqualTo(second));
        Committer copied = committer.published();
        assertThat(copied.nextOfCopies()).isInstanceOf(CommitStep.Wait.class);
        assertThat(copied.written().nextOfCopies()).isEqualTo(new CommitStep.Publish(second));
        assertThat(committer.written().nextOfLedger()).isInstanceOf(CommitStep.Wait.class);
        assertThat(committer.written().published().nextOfCopies()).isEqualTo(new CommitStep.Publish(second));
    }

    @Test
    void no_copy_is_begun_while_it_is_not_known_who_owns_the_pipeline() {
        Committer committer = committer(Closing.NOTHING);
        committer = committer.closed(next(committer, 1), 1);
        committer = committer.closed(next(committer, 2), 1).completed(1).written();
        assertThat(committer.unknown().nextOfCopies()).isInstanceOf(CommitStep.Wait.class);
        assertThat(committer.unknown().nextOfLedger()).isEqualTo(new CommitStep.StartAgain(2));
        assertThat(committer.fenced().nextOfCopies()).isInstanceOf(CommitStep.Wait.class);
        assertThat(committer.fenced().nextOfLedger()).isInstanceOf(CommitStep.End.class);
    }

    @Test
    void a_start_again_demands_every_batch_that_was_known_to_be_in_the_ledger_though_it_is_not_copied_yet() {
        Committer committer = committer(Closing.NOTHING);
        Batch first = next(committer, 1);
        committer = committer.closed(first, 1);
        Batch second = next(committer, 2);
        committer = committer.closed(second, 1).completed(1).written().unknown();
        assertThat(committer.state().base().sequence()).isZero();
        assertThat(committer.stateInLedger().base()).isEqualTo(first.tip());
        assertThat(committer.stateInLedger().last()).isEqualTo(second.tip());
        Committer unsettled = committer;
        ResumePoint shorter = committer(Closing.NOTHING).resumePoint();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> unsettled.resumed(shorter))
                .withMessageStartingWith("ledger must be");
    }

    @Test
    void a_batch_about_a_closed_period_ends_the_run_once_all_before_it_are_visible() {
        Committer committer = committer(new Closing(0, Long.MIN_VALUE));
        committer = committer.closed(next(committer, 25), 1);
        committer = committer.closed(next(committer, 24), 1).completed(1).written();
        assertThat(committer.nextOfLedger()).isInstanceOf(CommitStep.Wait.class);
        assertThat(committer.published().nextOfLedger()).isInstanceOf(CommitStep.Stop.class);
    }

    @Test
    void a_write_without_a_known_outcome_leads_to_a_start_and_a_fenced_one_to_the_end() {
        Committer committer = committer(Closing.NOTHING);
        committer = committer.closed(next(committer, 1), 1).completed(1);
        assertThat(committer.unknown().nextOfLedger()).isEqualTo(new CommitStep.StartAgain(2));
        assertThat(committer.fenced().nextOfLedger()).isInstanceOf(CommitStep.End.class);
        assertThat(committer.fenced().isDue()).isTrue();
        LedgerView view = LEDGER.view(committer.state().wantedDigests("p"));
        assertThat(committer.ended(view, "run-1").code()).isEqualTo(Code.LEDGER_SUPERSEDED);
        assertThat(committer.ended(view, "run-2").code()).isEqualTo(Code.LEDGER_OWNED);
        assertThat(committer.ended(view, "run-2").isForGood()).isTrue();
    }

    @Test
    void an_owner_that_the_ledger_does_not_know_any_more_has_lost_it_to_nobody() {
        Committer committer = committer(Closing.NOTHING);
        WantedDigests wanted = committer.state().wantedDigests("p");
        assertThat(committer.ended(new TestLedger().view(wanted), "run-1").code())
                .isEqualTo(Code.LEDGER_BEHIND);
        TestLedger another = new TestLedger().decide(declaration(2000)).own("p", "run-9", claim(0, 700, "trips"));
        assertThat(committer.ended(another.view(wanted), "run-1").code()).isEqualTo(Code.LEDGER_FORK);
    }

    @Test
    void a_batch_about_a_closed_period_is_never_written() {
        Committer committer = committer(new Closing(0, Long.MIN_VALUE));
        assertThat(committer.closed(next(committer, 24), 1).completed(1).nextOfLedger())
                .isInstanceOfSatisfying(
                        CommitStep.Stop.class,
                        stop -> assertThat(stop.refusal().code()).isEqualTo(Code.LEDGER_CLOSED));
        assertThat(committer.closed(next(committer, 25), 1).completed(1).nextOfLedger())
                .isInstanceOf(CommitStep.Write.class);
    }

    @Test
    void an_owner_retires_only_once_nothing_is_pending() {
        Committer committer = committer(Closing.NOTHING);
        assertThat(committer.retirement()).isPresent();
        Committer pending = committer.closed(next(committer, 1), 1);
        assertThat(pending.retirement()).isEmpty();
        assertThat(pending.completed(1).written().published().retirement())
                .hasValueSatisfying(retirement ->
                        assertThat(retirement.last()).isEqualTo(pending.state().last()));
    }

    @Test
    void a_batch_out_of_order_is_no_batch_of_the_chain() {
        Committer committer = committer(Closing.NOTHING);
        Batch first = next(committer, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> committer.closed(first, 1).closed(first, 2))
                .withMessage("batch must be number 2, was 1");
    }
}
