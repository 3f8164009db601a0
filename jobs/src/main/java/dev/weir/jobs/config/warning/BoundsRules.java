package dev.weir.jobs.config.warning;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.query.BoundsReader;
import dev.weir.jobs.config.query.SpendReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Bounds;

/** Rules about bounds that exclude nothing, and about contributions that bounds never let a unit use. */
final class BoundsRules {

    private static final long UNBOUNDED = Long.MAX_VALUE;

    private BoundsRules() {}

    /**
     * Warns of bounds that leave out nothing, because a unit's account affords fewer full-size records than the bounds
     * admit.
     */
    static void beyondAccount(ReadQuery query) {
        Bounds bounds = query.query().bounds();
        boolean isByKeys = bounds.keysPerWindow() != Bounds.UNBOUNDED;
        long keys = isByKeys ? bounds.keysPerWindow() : 1;
        boolean areBounded = bounds.recordsPerCell() != Bounds.UNBOUNDED;
        long records = areBounded && costsMore(query, bounds.recordsPerCell()) ? bounds.recordsPerCell() : 1;
        long affords = contributions(query);
        if (hasOwners(query) && keys * records > affords) {
            query.warn(
                    query.bounds(),
                    isByKeys ? BoundsReader.KEYS_PER_WINDOW : BoundsReader.RECORDS_PER_CELL,
                    "lets a unit have " + keys * records
                            + " records in one window, of which spend.contributions affords " + affords
                            + " of full size");
        }
    }

    private static boolean hasOwners(ReadQuery query) {
        return !query.file().plan().unit().isEvent();
    }

    private static long contributions(ReadQuery query) {
        return query.query().spend().contributions();
    }

    /** Whether this many records of a unit in one cell can cost more than one full-size record. */
    private static boolean costsMore(ReadQuery query, long records) {
        Norm norm = Norm.of(query.priced().price().share().currency());
        return query.query().aggregates().stream().anyMatch(all -> grows(all, records, norm));
    }

    private static boolean grows(Aggregate aggregate, long records, Norm norm) {
        return aggregate.largestSize(records, norm).compareTo(aggregate.fullSize(norm)) > 0;
    }

    /**
     * Warns of more contributions than a unit can use. Noise is in proportion to contributions, or to their root, so
     * the unusable ones only add noise.
     */
    static void belowContributions(ReadQuery query) {
        long admitted = admitted(query);
        if (!query.query().window().sharesNoise()
                && !query.query().hasTurningTotals()
                && contributions(query) > admitted) {
            query.warn(
                    query.spend(),
                    SpendReader.CONTRIBUTIONS,
                    "is more than bounds, windows and keys let a unit have in its period, so that noise is larger for nothing:"
                            + " write contributions: " + admitted);
        }
    }

    /** The cost of the records that bounds let a unit have in its period, in full-size records. */
    private static long admitted(ReadQuery query) {
        Bounds bounds = query.query().bounds();
        long cells = Math.min(bounds.cellsPerPeriod(), times(windows(query), keysPerWindow(query)));
        long records = bounds.recordsPerCell() == Bounds.UNBOUNDED ? UNBOUNDED : bounds.recordsPerCell();
        long inOne = costsMore(query, records) ? records : 1;
        return times(bounded(cells), query.priced().price().isGaussian() ? times(inOne, inOne) : inOne);
    }

    private static long bounded(long bound) {
        return bound == Bounds.UNBOUNDED ? UNBOUNDED : bound;
    }

    private static long keysPerWindow(ReadQuery query) {
        return Math.min(
                query.query().bounds().keysPerWindow(), query.query().keys().most());
    }

    private static long windows(ReadQuery query) {
        return Math.min(bounded(query.query().bounds().windowsPerPeriod()), windowsInPeriod(query));
    }

    private static long windowsInPeriod(ReadQuery query) {
        PrivacyUnit unit = query.file().plan().unit();
        return unit.isPeriodic() ? query.query().window().mostCells(unit) : UNBOUNDED;
    }

    private static long times(long one, long other) {
        return one > UNBOUNDED / Math.max(1, other) ? UNBOUNDED : one * other;
    }

    static void moreKeysThanDeclared(ReadQuery query) {
        long keys = query.query().keys().most();
        int bound = query.query().bounds().keysPerWindow();
        if (bound != Bounds.UNBOUNDED && bound > keys) {
            query.warn(
                    query.bounds(),
                    BoundsReader.KEYS_PER_WINDOW,
                    "leaves out nothing: only " + keys + " keys are declared");
        }
        int series = query.query().bounds().series().keysPerPeriod();
        if (!query.query().window().isReset() && series != Bounds.UNBOUNDED && series > keys) {
            query.warn(
                    query.bounds(),
                    BoundsReader.KEYS_PER_PERIOD,
                    "leaves out nothing: only " + keys + " keys are declared");
        }
    }

    static void moreThanPeriodHolds(ReadQuery query) {
        Bounds bounds = query.query().bounds();
        long windows = windowsInPeriod(query);
        if (bounds.windowsPerPeriod() != Bounds.UNBOUNDED && bounds.windowsPerPeriod() > windows) {
            query.warn(
                    query.bounds(),
                    BoundsReader.WINDOWS_PER_PERIOD,
                    "leaves out nothing: a period of a unit has " + windows + " windows");
        }
        long cells = times(windows(query), keysPerWindow(query));
        if (bounds.cellsPerPeriod() != Bounds.UNBOUNDED && bounds.cellsPerPeriod() > cells) {
            query.warn(
                    query.bounds(),
                    BoundsReader.CELLS_PER_PERIOD,
                    "leaves out nothing: a unit can have " + cells + " cells in its period");
        }
    }

    static void wideSeparation(ReadQuery query) {
        Bounds.Series series = query.query().bounds().series();
        long steps = WindowRules.stepsUntilReset(query);
        if (series.separation() >= steps) {
            query.warn(
                    query.bounds(),
                    BoundsReader.SEPARATION,
                    "is no shorter than the " + steps
                            + " steps until the reset, so that one record of a key counts at most:"
                            + " write records-per-key: 1");
        }
    }

    static void boundedEvents(ReadQuery query) {
        if (!hasOwners(query) && query.section().has(BoundsReader.BOUNDS)) {
            query.warn(
                    query.section(),
                    BoundsReader.BOUNDS,
                    "leave out nothing where every record is a unit (privacy.unit: event)");
        }
    }
}
