package dev.weir.operators.query;

import dev.weir.operators.aggregate.Aggregate;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a private stream: one {@code where - key by - window - bound - aggregate - release} chain.
 *
 * @param name names the query within its stream; part of every release's context
 * @param version counts up when the meaning changes; part of every release's context, at least 1
 * @param reads which records and fields the query reads, in words that change when the meaning does
 * @param keys the declared keys, in order, each of them released in every window, data or not
 * @param window the windows
 * @param bounds how one unit may spend
 * @param aggregates what is released for each cell, at least one
 * @param spend what the query may use of the unit's budget
 * @param keyAccount a limit on what is published about one key, if there is one
 */
public record Query(
        String name,
        int version,
        String reads,
        List<String> keys,
        TumblingWindow window,
        Bounds bounds,
        List<Aggregate> aggregates,
        Spend spend,
        @Nullable KeyAccountTerms keyAccount)
        implements Serializable {

    /** In bytes: what any encoding of state can hold, three times as long where a context spells each byte. */
    private static final int LONGEST_KEY = 10_000;

    public Query {
        if (version < 1 || keys.isEmpty() || aggregates.isEmpty()) {
            throw new IllegalArgumentException("version, number of keys and number of aggregates must be >= 1, were "
                    + version + ", " + keys.size() + " and " + aggregates.size());
        }
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        if (keys.stream().anyMatch(key -> key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY)) {
            throw new IllegalArgumentException("declared keys must be at most " + LONGEST_KEY + " bytes long");
        }
        if (!keys.stream().allMatch(Text::isWellFormed)) {
            throw new IllegalArgumentException("declared keys must be texts that UTF-8 can hold");
        }
        if (new HashSet<>(keys).size() < keys.size()) {
            throw new IllegalArgumentException("declared keys must be distinct");
        }
    }

    /**
     * Names a release for good: the same context never has two values.
     *
     * @param windowEnd the end of its window, epoch milliseconds
     * @return domain/query/version/key/window end, the key percent-encoded
     */
    public String contextOf(String domain, String key, long windowEnd) {
        return domain + "/" + name + "/" + version + "/" + Percent.encode(key) + "/" + windowEnd;
    }
}
