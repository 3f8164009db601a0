package dev.weir.jobs.progress;

import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes in words which shares of a query's records were refused, and why. */
final class RefusedShares {

    /**
     * The outcomes of records that a query did not count, except {@link RecordOutcome#WHERE}, by which the query's own filter
     * left them out.
     */
    private static final List<String> REFUSED = Stream.concat(
                    Arrays.stream(Rejection.values()).map(Enum::name),
                    Stream.of(RecordOutcome.UNDECLARED, RecordOutcome.CAP, RecordOutcome.ACCOUNT)
                            .map(Enum::name))
            .toList();

    private RefusedShares() {}

    /**
     * The exact shares of a query's records that were refused; empty if none were.
     *
     * @param query the name of the query
     * @param its the exact counters of the query
     */
    static Optional<String> words(String query, Figures its) {
        long read = its.gauged(RecordOutcome.READ.name()).orElse(0);
        List<String> shares = REFUSED.stream()
                .filter(code -> its.gauged(code).orElse(0) > 0)
                .map(code -> HeartbeatWords.share(its.gauged(code).orElse(0), read) + " (" + code + ")")
                .toList();
        return read == 0 || shares.isEmpty()
                ? Optional.empty()
                : Optional.of("query " + query + " did not count " + HeartbeatWords.list(shares) + " of " + read
                        + " records");
    }
}
