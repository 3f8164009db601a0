package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.state.restore.ClosedCells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Creates the releasers of a plan's queries in the key groups of one subtask, which share one source of random bits. */
final class QueryReleasers {

    private final Plan plan;
    private final Randomness randomness;
    private final TextHash hash = new TextHash(KeyStream.fresh());
    private final List<StepRelease> releases = new ArrayList<>();

    /**
     * What creates the totals of queries whose keys nobody declared, by their numbers. All key groups share the announcements: a {@link
     * dev.weir.accountant.selection.keys.TruncatedGeometricDraw} has a table of up to 16 MiB.
     */
    private final Map<Integer, Supplier<DiscoveredTotals>> discovered = new HashMap<>();

    /**
     * Prepares the releasers of a plan.
     *
     * @param closed the cells that are closed from the beginning
     * @param randomness the source of the random bits
     * @param reveal whether exact values are returned too, for teaching and checking
     */
    QueryReleasers(Plan plan, ClosedCells closed, Randomness randomness, boolean reveal) {
        this.plan = plan;
        this.randomness = randomness;
        for (int query = 0; query < plan.queries().size(); query++) {
            releases.add(StepRelease.of(plan, query, randomness, reveal)
                    .notBefore(closed.end(query))
                    .until(closed.until()));
        }
    }

    /** Creates the releasers of all queries in a key group, in the order of the queries. */
    List<QueryReleaser> of(int group, OwnedKeys owned) {
        return IntStream.range(0, releases.size())
                .<QueryReleaser>mapToObj(query -> isDiscovered(query)
                        ? new DiscoveredReleaser(releases.get(query), discovered(query))
                        : new Releaser(releases.get(query), owned.of(group, query)))
                .toList();
    }

    private boolean isDiscovered(int query) {
        return plan.queries().get(query).query().keys().discovered().isPresent();
    }

    private DiscoveredTotals discovered(int query) {
        return discovered.computeIfAbsent(query, this::totals).get();
    }

    private Supplier<DiscoveredTotals> totals(int query) {
        StepRelease release = releases.get(query);
        if (!plan.windows().get(query).sharesNoise()) {
            LongFunction<WindowAnnouncement> announcements = announcements(query);
            return () -> new DiscoveredCells(announcements, hash, release.noTotals(0));
        }
        PricedQuery priced = plan.queries().get(query);
        long every = priced.query().keys().discovered().orElseThrow().every();
        SeriesAnnouncement announcement =
                new SeriesAnnouncement(priced, AnnouncementTerms.of(priced.query()), every, randomness);
        return () -> new DiscoveredSeries(announcement, hash, release.noTotals(0));
    }

    /** The announcement of each window of a query, at the price of the window. */
    private LongFunction<WindowAnnouncement> announcements(int query) {
        List<WindowAnnouncement> prices =
                plan.prices(query).stream().map(this::announcement).toList();
        return end -> prices.get(plan.priceAt(query, end));
    }

    private WindowAnnouncement announcement(PricedQuery priced) {
        return new WindowAnnouncement(priced, AnnouncementTerms.of(priced.query()), randomness);
    }
}
