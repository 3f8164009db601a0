package dev.weir.accountant.journal.chain;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is decided about a domain, always by someone who holds the domain's transactional id. */
public sealed interface DomainEvent {

    /**
     * What one privacy unit may lose to all pipelines of the domain: in each of its periods, or once if it has none.
     *
     * @param unit whose contribution is hidden
     * @param budget the limit
     * @param failures the limit of the &delta;s; 0 unless shares may fail
     * @param field where the units' ids are read; it never changes, but for its name by a {@link Renaming}
     */
    record Declaration(PrivacyUnit unit, Amount budget, Delta failures, UnitField field) implements DomainEvent {

        /** A declaration that does not say where ids are read. */
        public Declaration(PrivacyUnit unit, Amount budget, Delta failures) {
            this(unit, budget, failures, UnitField.UNKNOWN);
        }

        /** Whether {@code next} declares the same, or the same and the field that this one does not say yet. */
        public boolean isKeptBy(Declaration next) {
            return next.equals(this)
                    || (!field.isKnown() && next.with(UnitField.UNKNOWN).equals(this));
        }

        /** The declaration with another field. */
        public Declaration with(UnitField other) {
            return new Declaration(unit, budget, failures, other);
        }

        /** The declaration with the budget of a raise. */
        public Declaration with(Raise raise) {
            return new Declaration(unit, raise.budget, raise.failures, field);
        }

        /** Budget and unit in words. */
        public String words() {
            return budget.words(failures) + " for each " + unit.words();
        }
    }

    /**
     * Somebody who answers for the domain has said that what one privacy unit may lose is more in later periods. Periods before it keep
     * the budget that they have.
     *
     * @param from the first period of the privacy unit with the larger budget
     * @param budget the limit from there on, in the currency of the declaration
     * @param failures the limit of the &delta;s from there on
     */
    record Raise(long from, Amount budget, Delta failures) implements DomainEvent {

        /** The raise as it holds once there is a release about a period: behind that period. */
        public Raise behind(long period) {
            return from > period ? this : new Raise(period + 1, budget, failures);
        }
    }

    /**
     * Whoever runs a pipeline has said that the field of the units' ids has another name from here on and holds the same ids.
     *
     * @param pipeline the pipeline that was started with that word
     * @param from the name so far
     * @param to the name from here on
     */
    record Renaming(String pipeline, String from, String to) implements DomainEvent {}

    /**
     * A run owns a pipeline from here on, and claims its share of the domain's budget.
     *
     * @param pipeline the pipeline
     * @param run names the run; the restarts of one run have the same name
     * @param last the tip of the pipeline's chain
     * @param reach the latest end of a window that the run's state has closed a batch about, pending batches included, epoch
     *     milliseconds; {@link Long#MIN_VALUE} without one. What is pending was paid for at the share of an earlier claim
     * @param claim what it claims
     */
    record Ownership(String pipeline, String run, ChainTip last, long reach, Claim claim) implements DomainEvent {}

    /**
     * An operator has decided to go on from a state that does not fit the ledger. What the state holds unpublished is lost,
     * and the periods that anyone may have released anything about are closed.
     *
     * @param pipeline the pipeline
     * @param state the tip that the adopted state has come to
     * @param ledger the tip of the pipeline's chain in the ledger, where the adopted state goes on
     * @param closing what is never released again
     */
    record Adoption(String pipeline, ChainTip state, ChainTip ledger, Closing closing) implements DomainEvent {}

    /**
     * A pipeline's share of the domain's budget, and whose accounts it may release about.
     *
     * @param from the first period of the privacy unit that the pipeline releases anything about; 0 without periods
     * @param share the most that one unit loses to this pipeline in one period, from the last step on
     * @param failures the &delta;s that go with it
     * @param queries the queries of the pipeline, each name once
     * @param topic where releases become visible; empty where that is not known, and in claims of earlier builds
     * @param steps where the share grew, in their order; none in most claims, and in those of earlier builds
     */
    record Claim(
            long from, Amount share, Delta failures, List<QueryTerms> queries, String topic, List<ShareStep> steps) {

        /** A claim of one share in all periods that does not say where releases become visible. */
        public Claim(long from, Amount share, Delta failures, List<QueryTerms> queries) {
            this(from, share, failures, queries, "", List.of());
        }

        /**
         * @throws InvalidParameter if a query is there twice, some have a meaning and some have none, or a step is not later than the
         *     one before it or does not lead to a larger share of the same currency
         */
        public Claim {
            queries = List.copyOf(queries);
            steps = List.copyOf(steps);
            requireGrowing(steps, share);
            requireAllOrNone(queries, topic);
            Set<String> names = new HashSet<>();
            for (QueryTerms terms : queries) {
                if (!names.add(terms.query())) {
                    throw new InvalidParameter("query", "named once", terms.query() + " twice");
                }
            }
        }

        private static void requireGrowing(List<ShareStep> steps, Amount share) {
            for (int i = 0; i < steps.size(); i++) {
                ShareStep step = steps.get(i);
                boolean isLast = i == steps.size() - 1;
                Amount next = isLast ? share : steps.get(i + 1).before();
                boolean isEarlier = isLast || step.from() < steps.get(i + 1).from();
                if (!isEarlier || next.compareTo(step.before()) <= 0) {
                    throw new InvalidParameter("step", "later and larger than the one before", step.from());
                }
            }
        }

        /** The claim whose share was smaller in earlier periods. */
        public Claim with(List<ShareStep> earlier) {
            return new Claim(from, share, failures, queries, topic, earlier);
        }

        private static void requireAllOrNone(List<QueryTerms> queries, String topic) {
            long without =
                    queries.stream().filter(terms -> terms.meaning() == null).count();
            if (without > 0 && (without < queries.size() || !topic.isEmpty())) {
                throw new InvalidParameter("meaning", "that of every query or of none", without + " without");
            }
        }

        /** Whether it says what its queries mean and where releases become visible. */
        public boolean isDescribed() {
            return !topic.isEmpty() || (!queries.isEmpty() && queries.get(0).meaning() != null);
        }
    }

    /**
     * Where the share of a claim grew.
     *
     * @param from the first period with the larger share
     * @param before the most that one unit loses to the pipeline in one period before that, from the step before on
     */
    record ShareStep(long from, Amount before) {}

    /**
     * What may be published about one key of a query, and what it means.
     *
     * @param query the query's name
     * @param limit the limit of a key's account in each of its periods, in the currency of the query's charges; {@link
     *     Long#MAX_VALUE} steps if the query has no key account
     * @param periodMillis the length of a key account's period in milliseconds, at least 1; {@link Long#MAX_VALUE} if it
     *     has none
     * @param meaning what its releases mean; null in claims of earlier builds
     */
    record QueryTerms(
            String query,
            Amount limit,
            long periodMillis,
            @Nullable QueryMeaning meaning) {

        public QueryTerms {
            Require.atLeast("period in milliseconds", periodMillis, 1);
        }

        /** Terms that do not say what the query's releases mean. */
        public QueryTerms(String query, Amount limit, long periodMillis) {
            this(query, limit, periodMillis, null);
        }
    }

    /**
     * What is never released again: every window that ends at or before {@code upTo}, and every window that touches a
     * period of the privacy unit at or before {@code through}.
     *
     * @param through a period of the privacy unit; {@link Long#MIN_VALUE} closes none
     * @param upTo epoch milliseconds; {@link Long#MIN_VALUE} closes none
     */
    record Closing(long through, long upTo) implements Serializable {

        /** Closes nothing. */
        public static final Closing NOTHING = new Closing(Long.MIN_VALUE, Long.MIN_VALUE);

        /** Closes what either of the two closes. */
        public Closing with(Closing other) {
            return new Closing(Math.max(through, other.through), Math.max(upTo, other.upTo));
        }

        /** The first period that is not closed. */
        public long firstOpen() {
            return through + 1;
        }

        /** Whether anything that a span is about is closed. */
        public boolean touches(Span span, PrivacyUnit unit) {
            return span.firstEnd() <= upTo || unit.period(span.from()) <= through;
        }
    }
}
