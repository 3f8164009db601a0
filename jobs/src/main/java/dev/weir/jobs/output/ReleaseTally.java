package dev.weir.jobs.output;

import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.meaning.QueryTerms;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the rows of each query in the records of a ledger, and keeps the latest terms of each query. */
final class ReleaseTally {

    private final Map<QueryName, Releases> queries = new TreeMap<>();

    /**
     * The full name of a query.
     *
     * @param pipeline the name of the pipeline that claims the query
     * @param query the name of the query
     */
    private record QueryName(String pipeline, String query) implements Comparable<QueryName> {

        @Override
        public int compareTo(QueryName other) {
            int byPipeline = pipeline.compareTo(other.pipeline);
            return byPipeline == 0 ? query.compareTo(other.query) : byPipeline;
        }
    }

    /**
     * The releases of a query.
     *
     * @param terms the latest terms of the query; null if none were claimed
     * @param released how many rows have been released
     * @param withheld how many rows key accounts have withheld
     * @param closed how many windows have been closed, of a query whose keys nobody declared
     */
    record Releases(@Nullable QueryTerms terms, long released, long withheld, long closed) {

        static final Releases NONE = new Releases(null, 0, 0, 0);

        Releases under(QueryTerms latest) {
            return new Releases(latest, released, withheld, closed);
        }

        Releases with(LedgerRow.Kind kind) {
            return switch (kind) {
                case RELEASED -> new Releases(terms, released + 1, withheld, closed);
                case WITHHELD -> new Releases(terms, released, withheld + 1, closed);
                case CLOSED -> new Releases(terms, released, withheld, closed + 1);
            };
        }
    }

    /** Takes the next record of the ledger. */
    void accept(LedgerRecord record) {
        if (record instanceof DomainEntry entry && entry.event() instanceof Ownership ownership) {
            for (QueryTerms terms : ownership.claim().queries()) {
                QueryName name = new QueryName(ownership.pipeline(), terms.query());
                queries.put(name, releases(name).under(terms));
            }
        } else if (record instanceof RowEntry entry) {
            LedgerBytes.decodeRow(entry.row()).ifPresent(row -> count(entry.pipeline(), row));
        }
    }

    private void count(String pipeline, LedgerRow row) {
        QueryName name = new QueryName(pipeline, row.query());
        queries.put(name, releases(name).with(row.kind()));
    }

    private Releases releases(QueryName name) {
        return queries.getOrDefault(name, Releases.NONE);
    }

    /** The releases of one query of a pipeline; none if no record names the query. */
    Releases of(String pipeline, String query) {
        return releases(new QueryName(pipeline, query));
    }

    /** The releases of a pipeline's queries, by the name of the query. */
    Map<String, Releases> of(String pipeline) {
        Map<String, Releases> own = new TreeMap<>();
        queries.forEach((name, releases) -> {
            if (name.pipeline().equals(pipeline)) {
                own.put(name.query(), releases);
            }
        });
        return own;
    }
}
