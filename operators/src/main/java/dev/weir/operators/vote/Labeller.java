package dev.weir.operators.vote;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.vote.NoisyWinner;
import dev.weir.accountant.vote.VoteAccount;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks questions, one after the other: looks whether the account has room, draws the outcome, charges the account.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced. Let questions come in an order that does not depend on labels. Then
 * whether a question is asked is a function of the published outcomes before it ({@link VoteAccount}); its outcome is one draw of {@link
 * NoisyWinner}, independent of all others, whose price the account charges; and a question with an id that was asked before is not asked. So
 * the whole sequence is an adaptive composition of Gaussian mechanisms whose &mu;&sup2;/2 add up to at most the budget: Smith and Thakurta
 * (2022); Koskela, Tobaben and Honkela (2022).
 */
final class Labeller {

    private final VoteTerms terms;
    private final NoisyWinner winner;
    private final Randomness randomness;
    private final Set<String> asked;
    private VoteAccount account;

    /**
     * What became of a question.
     *
     * @param result what is published
     * @param charge what it has cost, in units of 10<sup>-15</sup> of &mu;&sup2;/2. Charges add up to exactly what the account has spent
     * @param exact the votes, which are private; null if the question is withheld
     */
    record Labelled(
            VoteResult result, long charge, @Nullable ExactVote exact) {

        /** A text without id and votes. */
        @Override
        public String toString() {
            return "Labelled";
        }
    }

    /**
     * Goes on from what has been asked.
     *
     * @param asked the ids of all questions that were ever asked; the labeller adds to it
     * @param account the account
     */
    Labeller(VoteTerms terms, Set<String> asked, VoteAccount account, Randomness randomness) {
        this.terms = terms;
        this.winner = new NoisyWinner(terms.mechanism(), terms.teachers());
        this.randomness = randomness;
        this.asked = asked;
        this.account = account;
    }

    /** The account behind the last question. */
    VoteAccount account() {
        return account;
    }

    /** Asks a question; empty if a question with its id was asked before. */
    Optional<Labelled> label(ClosedTally tally) {
        String id = tally.question().id();
        if (asked.contains(id)) {
            return Optional.empty();
        }
        if (!account.hasRoom()) {
            return Optional.of(new Labelled(result(tally, null, true), 0, null));
        }
        asked.add(id);
        double[] belief = tally.question().belief();
        NoisyWinner.Outcome outcome = winner.draw(tally.counts(), belief, randomness);
        long before = account.spent().femto();
        account = account.asking(outcome.answered());
        String label = outcome.label() == NoisyWinner.Outcome.NONE
                ? null
                : terms.labels().get(outcome.label());
        long[] surpluses = terms.mechanism().isInteractive() ? winner.surpluses(tally.counts(), belief) : new long[0];
        return Optional.of(new Labelled(
                result(tally, label, false),
                account.spent().femto() - before,
                new ExactVote(id, tally.counts(), surpluses, outcome.answered())));
    }

    private VoteResult result(ClosedTally tally, @Nullable String label, boolean withheld) {
        PublicQuestion question = tally.question();
        return new VoteResult(question.id(), label, withheld, question.time(), tally.closed(), account);
    }
}
