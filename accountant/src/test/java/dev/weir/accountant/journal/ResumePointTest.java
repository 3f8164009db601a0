package dev.weir.accountant.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.PrivacyUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ResumePointTest {

    private static final JournalState STATE = JournalState.empty("d", "p");

    @Test
    void a_state_that_no_ledger_knows_goes_on_without_one_and_may_be_about_anything() {
        ResumePoint resumePoint = ResumePoint.withoutLedger(STATE, PrivacyUnit.USER_PER_DAY);
        assertThat(resumePoint.state()).isEqualTo(STATE);
        assertThat(resumePoint.ledger()).isEqualTo(STATE.base());
        assertThat(resumePoint.limits().admit(Span.of(Long.MIN_VALUE, 0))).isTrue();
        assertThat(resumePoint.limits().admit(Span.of(0, Long.MAX_VALUE))).isTrue();
    }

    /** This holds even if nothing has been published: the ledger with which a run has started knows of that run. */
    @Test
    void a_state_that_a_ledger_knows_never_goes_on_without_one() {
        JournalState owned = STATE.ownedSince(ChainOrigin.ofDomain("d"));
        assertThat(STATE.isAnchored()).isFalse();
        assertThat(owned.isAnchored()).isTrue();
        assertThatThrownBy(() -> ResumePoint.withoutLedger(owned, PrivacyUnit.USER_PER_DAY))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageContaining("one that no ledger knows");
    }
}
