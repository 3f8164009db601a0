package dev.weir.operators.release;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.time.Window;
import java.util.OptionalLong;

/**
 * How the keys of running totals that nobody declared are drawn and announced.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: the gate charges the unit's
 * account for every change of the exact totals of steps, as for declared keys; of a series it keeps at most m records of a unit for a key, and
 * records for at most L keys. Mechanism: every key has one series of noisy totals with the distribution of a series that ran from step 1,
 * whatever its first record (see {@code DiscoveredSeries}). A key exists from the step on at which it has p marks. At every examination
 * the noisy total of every key that exists, with or without new records, is compared with the threshold of {@link RunningThresholds}; from the
 * step at which it is reached the key is released at every step to the end of the series, as a function of noisy totals alone. Cost: the
 * price of the noise, which the account has paid, and the &delta; of L touches, each of which pays for all examinations. Source: {@link
 * LoneKey} for the proof.
 *
 * <p><b>Marks.</b> The proof needs the following: as long as others than one unit have left fewer than p marks up to a step, they have added at
 * most (p - 1) m up to this step. Steps follow event time, and a unit's records may arrive in another order, so the first record that the gate
 * keeps of a unit may belong to a later step than the second. Hence touches alone are no marks for a count of records: others could have added
 * much at a step at which none of their touches lies, and one unit's touch there would announce the key. A count of units moves with the touch
 * itself, so its marks are the touches, for every p. For a count of records every record is a mark, and p must be 1. Marks only add up, so a
 * further unit never makes a key exist later.
 */
final class SeriesAnnouncement {

    private final StepDraws draws;
    private final Randomness randomness;
    private final Window window;
    private final RunningThresholds thresholds;
    private final long lastStep;
    private final int coordinates;
    private final int statistic;
    private final int width;

    /** The index of the total of a step that counts marks in addition to the touches; negative if touches alone are marks. */
    private final int marked;

    /**
     * Creates the announcement of a query's keys. Nothing is announced after the step for which the noise is tuned, until a reset.
     *
     * @param priced the query
     * @param terms how the keys are announced
     * @param every the number of steps from one examination to the next, at least 1
     * @param randomness the source of the random bits
     * @throws IllegalArgumentException if the query releases no running totals or has no Gaussian noise, or the terms do not fit its bounds
     */
    SeriesAnnouncement(PricedQuery priced, AnnouncementTerms terms, long every, Randomness randomness) {
        this.draws = priced.draws();
        this.randomness = randomness;
        this.window = priced.query().window();
        this.lastStep = priced.lastStep();
        this.coordinates = priced.query().layout().coordinates();
        this.statistic = priced.query().layout().measuredAt(terms.by());
        this.width = priced.query().layout().measured();
        this.thresholds = terms.running(priced, every);
        this.marked =
                terms.countsUnits(priced.query()) ? -1 : priced.query().layout().coordinate(terms.by());
    }

    /** Draws the numbers of the steps of keys. */
    StepDraws draws() {
        return draws;
    }

    /** The source of the random bits. */
    Randomness randomness() {
        return randomness;
    }

    /** The windows, which determine when steps end and series restart. */
    Window window() {
        return window;
    }

    /** The step at which a series ends for good. */
    long lastStep() {
        return lastStep;
    }

    /** The last step at which a key may be announced. */
    long lastExamination() {
        return thresholds.examinations().last();
    }

    /** The thresholds and what is known about them. */
    RunningThresholds thresholds() {
        return thresholds;
    }

    /** The number that the statistic of a key must reach at a step; empty if keys are not examined there. */
    OptionalLong announcedFrom(long step) {
        return thresholds.announcedFrom(step);
    }

    /**
     * The number of marks among the totals of a key at a step.
     *
     * @param totals the array with the totals
     * @param at the index of the first total
     */
    long marks(long[] totals, int at) {
        long touches = totals[at + coordinates];
        return marked < 0 ? touches : Math.addExact(touches, totals[at + marked]);
    }

    /** Whether a key with this number of marks exists. */
    boolean exists(long marks) {
        return thresholds.lone().exists(marks);
    }

    /** The number of totals of a key at a step: those of the query's aggregates, and then the number of units that have touched the key. */
    int totals() {
        return coordinates + 1;
    }

    /** The index, among the measured numbers of a key, of the selection statistic. */
    int statistic() {
        return statistic;
    }

    /** The number of measured numbers of a key. */
    int width() {
        return width;
    }
}
