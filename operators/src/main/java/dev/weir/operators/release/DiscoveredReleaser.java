package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Releases the keys of a query that nobody declared. A key has a row in a window if the window announces it, and in a running total from the step
 * on that announces it. It has no other row: no key is withheld, and no key has an account. {@link WindowAnnouncement} and {@link
 * SeriesAnnouncement} have the guarantees.
 *
 * <p>The part of the <em>keys</em> in the state holds what was spent of the accounts of declared keys, for a plan that declares them again.
 */
final class DiscoveredReleaser implements QueryReleaser {

    private static final KeyEntries NO_KEYS = new KeyEntries() {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public int entry(PartialSum partial) {
            throw new IllegalStateException("no key has an entry");
        }

        @Override
        public String name(int entry) {
            throw new IllegalStateException("no key has an entry");
        }
    };

    private static final long[] NO_SERIES = {};

    private final StepRelease release;
    private final DiscoveredTotals cells;
    private final KeyAccounts accounts = new KeyAccounts(NO_KEYS);

    /**
     * Creates a releaser for the keys of a key group.
     *
     * @param release the query, and what its rows state
     * @param cells the keys and their totals
     */
    DiscoveredReleaser(StepRelease release, DiscoveredTotals cells) {
        this.release = release;
        this.cells = cells;
    }

    @Override
    public void add(PartialSum partial) {
        cells.add(partial.text(), partial.windowEnd(), partial.amounts());
    }

    @Override
    public void close(long end, List<Outcome> outcomes) {
        @Nullable List<AnnouncedKey> exact = release.reveals() ? new ArrayList<>() : null;
        List<Outcome> rows = new ArrayList<>();
        for (AnnouncedKey key : cells.close(end, exact)) {
            release.processing().raiseAll(key.values(), NO_SERIES);
            rows.add(outcome(Outcome.Kind.RELEASED, key, end));
        }
        if (exact != null) {
            outcomes.addAll(exact.stream()
                    .map(key -> outcome(Outcome.Kind.EXACT, key, end))
                    .toList());
        }
        outcomes.addAll(rows);
    }

    private Outcome outcome(Outcome.Kind kind, AnnouncedKey key, long end) {
        long step = cells.step();
        Outcome released = release.released(end, step, 0);
        long charge = key.isFirst() ? released.charge() : 0;
        return new Outcome(kind, released.query(), key.text(), released.start(), end, step, charge, key.values());
    }

    @Override
    public View view() {
        return new View(accounts.view(), cells.view());
    }

    @Override
    public void copyArrays() {
        accounts.copyArrays();
        cells.copyArrays();
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public boolean hasOrHadSharedAccount() {
        return accounts.areOrWereShared();
    }

    @Override
    public void spendThrough(long time) {
        accounts.spendThrough(time);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        cells.read(in);
    }

    /** A window is drawn when it closes, and nothing of it is kept; prices of series do not grow. */
    @Override
    public boolean hasBegunFrom(long time) {
        return false;
    }

    /**
     * Texts and totals of windows that the adoption has closed are dropped together. If steps share noise, nothing is kept: series, texts and
     * open sums end together.
     */
    @Override
    public void readAdopted(DataInput in, long closedUpTo) throws IOException {
        if (!release.window().sharesNoise()) {
            cells.read(in);
            cells.drop(closedUpTo);
        }
    }
}
