package dev.weir.accountant.journal.chain;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A decision about a domain, always made by the holder of the domain's transactional id. */
public sealed interface DomainEvent {

    /**
     * The limit of what one privacy unit may lose to all pipelines of the domain: in each period of the unit, or in all if it has none.
     *
     * @param unit the privacy unit
     * @param budget the limit
     * @param failures the limit of the &delta;s; 0 unless claims may have a &delta;
     * @param field what tells the unit of a record; it changes only by a {@link Renaming} or a {@link Retiming}
     * @param keys the &delta; that pays for keys which nobody declared, apart from {@code budget}; it never changes
     */
    record Declaration(PrivacyUnit unit, Amount budget, Delta failures, UnitField field, Delta keys)
            implements DomainEvent {

        /**
         * Creates a declaration that does not name the field of the units' ids.
         *
         * @param unit the privacy unit
         * @param budget the limit
         * @param failures the limit of the &delta;s; 0 unless claims may have a &delta;
         */
        public Declaration(PrivacyUnit unit, Amount budget, Delta failures) {
            this(unit, budget, failures, UnitField.UNKNOWN, Delta.ZERO);
        }

        /**
         * Whether {@code next} equals this declaration, or only adds fields that this declaration does not name.
         *
         * @param next the declaration of a later start
         */
        public boolean isKeptBy(Declaration next) {
            return field.isKeptBy(next.field) && next.with(field).equals(this);
        }

        /**
         * Returns the declaration with another field.
         *
         * @param other what tells the unit of a record
         */
        public Declaration with(UnitField other) {
            return new Declaration(unit, budget, failures, other, keys);
        }

        /**
         * Returns the declaration with the budget of a raise.
         *
         * @param raise the raise
         */
        public Declaration with(Raise raise) {
            return new Declaration(unit, raise.budget, raise.failures, field, keys);
        }

        /**
         * Returns the declaration with another &delta; for keys.
         *
         * @param other the &delta; that pays for keys which nobody declared
         */
        public Declaration paying(Delta other) {
            return new Declaration(unit, budget, failures, field, other);
        }

        /**
         * Returns the declaration with the periods of a zone.
         *
         * @param zone the zone, with its rules
         */
        public Declaration in(PinnedZone zone) {
            return new Declaration(unit.in(zone), budget, failures, field, keys);
        }

        /** States the budget and the unit in words. */
        public String words() {
            return budget.words(failures, keys) + " for each " + unit.zonedWords();
        }
    }

    /**
     * A larger limit for later periods, decided by a person who is responsible for the domain. Earlier periods keep their budget.
     *
     * @param from the first period of the privacy unit with the larger budget
     * @param budget the limit from that period on, in the currency of the declaration
     * @param failures the limit of the &delta;s from that period on
     */
    record Raise(long from, Amount budget, Delta failures) implements DomainEvent {

        /**
         * Returns the raise as it takes effect if there already are releases about {@code period}: from the period after it on, or later.
         *
         * @param period the last period that a release is about
         */
        public Raise behind(long period) {
            return from > period ? this : new Raise(period + 1, budget, failures);
        }
    }

    /**
     * A new name for the field of the units' ids. The person who runs a pipeline has stated that the field holds the same ids.
     *
     * @param pipeline the pipeline that was started with this statement
     * @param from the former name
     * @param to the new name
     */
    record Renaming(String pipeline, String from, String to) implements DomainEvent {}

    /**
     * Another field or form of the event times, by which every record has the same time, as the person who runs a pipeline has stated.
     *
     * @param pipeline the pipeline that was started with this statement
     * @param from the former field, known
     * @param to the new field, known
     */
    record Retiming(String pipeline, TimeField from, TimeField to) implements DomainEvent {}

    /**
     * The ownership of a pipeline by a run, with the share of the domain's budget that the run claims.
     *
     * @param pipeline the name of the pipeline
     * @param run the name of the run, equal for all restarts of one submission
     * @param last the tip of the pipeline's chain
     * @param reach the latest end of a window that a closed batch of the run's state is about, pending ones included, in epoch milliseconds;
     *     {@link Long#MIN_VALUE} without batches. Pending batches were paid for at the share of an earlier claim
     * @param claim the claim
     */
    record Ownership(String pipeline, String run, ChainTip last, long reach, Claim claim) implements DomainEvent {}

    /**
     * An operator's decision to go on from a state that does not fit the ledger. The unpublished batches of the state are lost, and the
     * periods and windows that a release may be about are closed.
     *
     * @param pipeline the name of the pipeline
     * @param state the tip of the chain in the adopted state
     * @param ledger the tip of the pipeline's chain in the ledger, from which the adopted state goes on
     * @param closing the windows that are never released again
     */
    record Adoption(String pipeline, ChainTip state, ChainTip ledger, Closing closing) implements DomainEvent {}

    /** The record before which a snapshot is taken. Other pipelines may write between it and the snapshot; what they write is not covered. */
    record Barrier() implements DomainEvent {}

    /**
     * The state that all records before a barrier add up to. Its bytes are in the {@link LedgerRecord.SnapshotPart}s behind this entry.
     *
     * @param barrier the number of the barrier in the domain's chain
     * @param ledger the digest of the owners, claims, closed periods and tips of all chains
     * @param charges the digest of the sums of charges, by key and period
     * @param parts the digest of each part ({@link LedgerBytes#isPart}): at least one
     */
    record Snapshot(long barrier, ChainHash ledger, ChainHash charges, List<ChainHash> parts) implements DomainEvent {}

    /**
     * A pipeline's share of the domain's budget, and the periods and queries that it may release.
     *
     * @param from the first period of the privacy unit that the pipeline's releases are about; 0 for a unit without periods
     * @param share the most that one unit loses to this pipeline in one period, from the last of the {@code steps} on
     * @param failures the &delta;s that belong to the share
     * @param queries the queries of the pipeline, each name once
     * @param topic the topic of releases; empty if the topic is not known, and in claims of earlier builds
     * @param steps the steps by which the share grew, in their order; empty if it never grew, and in claims of earlier builds
     * @param keys the most of the domain's &delta; for keys that one unit spends on this pipeline in one period
     * @param zones the zone of the windows of each query that has one, with the rules that they follow, by the query's name
     */
    record Claim(
            long from,
            Amount share,
            Delta failures,
            List<QueryTerms> queries,
            String topic,
            List<ShareStep> steps,
            Delta keys,
            Map<String, PinnedZone> zones) {

        /**
         * Creates a claim that has the same share in all periods and does not name the topic of releases.
         *
         * @param from the first period of the privacy unit that the pipeline's releases are about; 0 for a unit without periods
         * @param share the most that one unit loses to this pipeline in one period
         * @param failures the &delta;s that belong to the share
         * @param queries the queries of the pipeline, each name once
         * @throws InvalidParameter if two queries have one name, or only some of the queries have a meaning
         */
        public Claim(long from, Amount share, Delta failures, List<QueryTerms> queries) {
            this(from, share, failures, queries, "", List.of(), Delta.ZERO, Map.of());
        }

        /**
         * Checks a claim.
         *
         * @throws InvalidParameter if two queries have one name, only some of the queries have a meaning, or a step of the share is not
         *     later than the previous step or does not lead to a larger share of the same currency
         */
        public Claim {
            queries = List.copyOf(queries);
            steps = List.copyOf(steps);
            zones = Map.copyOf(zones);
            List<Amount> shares = Stream.concat(steps.stream().map(ShareStep::before), Stream.of(share))
                    .toList();
            ClaimRules.requireGrowing(steps.stream().map(ShareStep::from).toList(), shares);
            long without =
                    queries.stream().filter(terms -> terms.meaning() == null).count();
            ClaimRules.requireAllOrNone(without, queries.size(), topic);
            ClaimRules.requireNamedOnce(queries.stream().map(QueryTerms::query).toList());
        }

        /**
         * Returns the claim with other steps of the share, hence with a smaller share in earlier periods.
         *
         * @param earlier the steps by which the share grew, in their order
         * @throws InvalidParameter if a step is not later than the previous step or does not lead to a larger share of the same currency
         */
        public Claim with(List<ShareStep> earlier) {
            return new Claim(from, share, failures, queries, topic, earlier, keys, zones);
        }

        /**
         * Returns the claim with another &delta; for keys.
         *
         * @param other the &delta; that one unit spends on keys which nobody declared
         */
        public Claim paying(Delta other) {
            return new Claim(from, share, failures, queries, topic, steps, other, zones);
        }

        /**
         * Returns the claim with other zones of windows.
         *
         * @param others the zones, with their rules, by the names of queries
         */
        public Claim in(Map<String, PinnedZone> others) {
            return new Claim(from, share, failures, queries, topic, steps, keys, others);
        }

        /** Whether the claim contains the meanings of its queries and the topic of releases. */
        public boolean isDescribed() {
            return !topic.isEmpty() || (!queries.isEmpty() && queries.get(0).meaning() != null);
        }
    }

    /**
     * A step by which the share of a claim grew.
     *
     * @param from the first period with the larger share
     * @param before the share of the periods before {@code from}, down to the first period of the previous step: the
     *     most that one unit loses to the pipeline in one of these periods
     */
    record ShareStep(long from, Amount before) {}

    /**
     * The windows that are never released again: those that end at or before {@code upTo}, or overlap a period up to {@code through}.
     *
     * @param through the last closed period of the privacy unit; {@link Long#MIN_VALUE} closes none
     * @param upTo the latest end of a closed window, epoch milliseconds; {@link Long#MIN_VALUE} closes none
     */
    record Closing(long through, long upTo) implements Serializable {

        /** A value that closes no window. */
        public static final Closing NOTHING = new Closing(Long.MIN_VALUE, Long.MIN_VALUE);

        /**
         * Returns a value that closes the windows that this value or {@code other} closes.
         *
         * @param other the other value
         */
        public Closing with(Closing other) {
            return new Closing(Math.max(through, other.through), Math.max(upTo, other.upTo));
        }

        /** The first period that is not closed. */
        public long firstOpen() {
            return through + 1;
        }

        /**
         * Whether the window of at least one row of a batch is closed.
         *
         * @param span the event time that the rows of the batch are about
         * @param unit the privacy unit that defines the periods
         */
        public boolean touches(Span span, PrivacyUnit unit) {
            return span.firstEnd() <= upTo || unit.period(span.from()) <= through;
        }
    }
}
