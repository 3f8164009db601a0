package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a ledger about one pipeline.
 *
 * @param tip the tip of the pipeline's chain of batches
 * @param owner the owner, which alone may write
 * @param runs the names of all runs that have owned the pipeline
 * @param reach the latest end of a window that a batch is about, epoch milliseconds; {@link Long#MIN_VALUE} without batches
 * @param intervals the periods in which the pipeline's share counts as spent
 * @param released the releases that the pipeline has claimed
 * @param closing everything that the pipeline's adoptions together have closed
 * @param adoptions all adoptions of the pipeline, in their order
 */
public record PipelineView(
        ChainTip tip,
        Owner owner,
        Set<String> runs,
        long reach,
        List<SpendingInterval> intervals,
        Released released,
        Closing closing,
        List<Adoption> adoptions) {

    public PipelineView {
        runs = Set.copyOf(runs);
        intervals = List.copyOf(intervals);
        adoptions = List.copyOf(adoptions);
    }

    static PipelineView unknown(ChainTip origin) {
        return new PipelineView(
                origin,
                Owner.NOBODY,
                Set.of(),
                Long.MIN_VALUE,
                List.of(),
                new Released(Set.of(), Map.of(), null),
                Closing.NOTHING,
                List.of());
    }

    /** The part of a release's id that names the query and its version. Names of queries have no slash. */
    static String release(String query, int version) {
        return query + "/" + version;
    }

    /**
     * The last period that a batch of the pipeline is about; {@link Long#MIN_VALUE} without batches.
     *
     * @param unit the privacy unit that defines the periods
     */
    public long lastPeriod(PrivacyUnit unit) {
        return unit.lastPeriod(reach);
    }

    /** The names of all queries that the pipeline has ever claimed. */
    public Set<String> queries() {
        return released.queries;
    }

    /** The latest claim; empty if the pipeline has claimed nothing. */
    public Optional<Claim> claim() {
        return Optional.ofNullable(released.latest);
    }

    /**
     * The meaning of a query's releases under a version.
     *
     * @param query the name of the query
     * @param version the version, at least 1
     * @return the meaning that was claimed last under this version; empty if the ledger has no such claim, or only claims of earlier
     *     builds, which state no meaning
     */
    public Optional<QueryMeaning> meaning(String query, int version) {
        return Optional.ofNullable(released.meanings.get(release(query, version)));
    }

    /**
     * The releases that a pipeline has claimed.
     *
     * @param queries the names of all queries that the pipeline has ever claimed
     * @param meanings the meanings of the pipeline's queries, by {@link #release}
     * @param latest the latest claim; null if there is none
     */
    record Released(
            Set<String> queries,
            Map<String, QueryMeaning> meanings,
            @Nullable Claim latest) {

        Released {
            queries = Set.copyOf(queries);
            meanings = Map.copyOf(meanings);
        }
    }

    /** The latest adoption; empty if the pipeline was never adopted. */
    public Optional<Adoption> adoption() {
        return adoptions.isEmpty() ? Optional.empty() : Optional.of(adoptions.get(adoptions.size() - 1));
    }

    /**
     * The owner of a pipeline.
     *
     * @param number the number of the ownership in the domain's chain; 0 if nobody has owned the pipeline yet
     * @param run the name of the owner's run; empty if nobody has owned the pipeline yet
     * @param active whether the ownership is in force; false after a retirement or an adoption
     */
    public record Owner(long number, String run, boolean active) {

        /** The owner of a pipeline that nobody has owned yet. */
        public static final Owner NOBODY = new Owner(0, "", false);

        Owner ended() {
            return new Owner(number, run, false);
        }
    }
}
