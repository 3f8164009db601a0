package dev.weir.operators.release;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.accountant.selection.keys.TruncatedGeometricDraw;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.aggregate.learn.RecordKeeper;
import dev.weir.operators.keys.text.TextTable;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.state.PagedEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Draws the numbers of the keys of one window that nobody declared, and announces a key if the noisy number of its selection statistic reaches
 * a threshold. The noisy number is released as it was compared.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: the gate charges the unit's
 * account for every change of the exact totals, as for declared keys, and keeps at most L records of a unit that are its first for a key in a
 * window ({@link Touches}). Mechanism: a key exists if at least p units have touched it, which the last total of its row counts exactly. The
 * numbers of every key that exists are drawn by {@link StepDraws}, and {@link WindowThreshold} announces the keys of which one of these
 * numbers, a count of records or units with at most M of a unit, is large enough. Keys that do not exist or are not announced are in no
 * result. Cost: the price of the draws, which the account has paid, and the &delta; of L touches. Source: {@link LoneKey} for the proof.
 *
 * <p>Where no row states the statistic and the price buys Laplace noise, {@link TruncatedGeometricDraw} decides instead, by the exact number of
 * units, at the same price of a touch; its class has the proof. Further numbers of a key leave only behind such a decision, and are composed
 * with it.
 *
 * <p>All numbers of all keys that exist are drawn before the first key is compared, so that the time of a close depends on how many keys
 * exist, as the time of any batch does, and not on which of them are announced. Keys are returned in the order of the bytes of their texts,
 * never in the order in which records arrived.
 */
final class WindowAnnouncement {

    private static final long[] NO_STATE = {};

    private final LoneKey lone;
    private final Decision decision;
    private final StepDraws draws;
    private final Randomness randomness;
    private final int coordinates;
    private final int statistic;
    private final int width;

    /**
     * Creates the announcement of a query's keys.
     *
     * @param priced the query, whose cells have independent noise
     * @param terms how the keys are announced
     * @param randomness the source of the random bits
     * @throws IllegalArgumentException if the gate would keep more touches of a unit than the terms pay for, or the statistic is no count with
     *     a bound, or the noise or the records of a cell are kept from one window to the next
     */
    WindowAnnouncement(PricedQuery priced, AnnouncementTerms terms, Randomness randomness) {
        this.draws = priced.draws();
        this.randomness = randomness;
        this.coordinates = priced.query().layout().coordinates();
        this.statistic = priced.query().layout().measuredAt(terms.by());
        this.width = priced.query().layout().measured();
        requireCells(priced);
        this.lone = terms.lone(priced);
        this.decision = terms.draw(priced).map(this::byUnits).orElseGet(() -> byNumber(terms.threshold(priced)));
    }

    /** Decides whether a key that exists is announced, by the number of its units or by one of its noisy numbers. */
    private interface Decision {
        boolean announces(long units, long[] noisy, int at);
    }

    private static Decision byNumber(WindowThreshold threshold) {
        return (units, noisy, at) -> threshold.announces(units, noisy[at]);
    }

    /** The noisy number of units is dropped, because nobody pays for it beside the draw. */
    private Decision byUnits(TruncatedGeometricDraw draw) {
        return (units, noisy, at) -> {
            noisy[at] = 0;
            return draw.announces(units, randomness);
        };
    }

    private void requireCells(PricedQuery priced) {
        if (draws.words() > 0 || RecordKeeper.mostRecords(priced.query().aggregates()) > 0) {
            throw new IllegalArgumentException(
                    "windows of discovered keys must be tumbling or calendar windows, and add records up");
        }
    }

    /** The number of totals of a key: those of the query's aggregates, and then the number of units that have touched the key. */
    int totals() {
        return coordinates + 1;
    }

    /**
     * Draws the numbers of all keys of a window that exist, and returns those that are announced, in the order of the bytes of their texts.
     *
     * @param texts the texts of the window's keys
     * @param totals the exact totals of the keys, by the numbers of their texts
     */
    List<AnnouncedKey> announce(TextTable texts, PagedEntries totals) {
        int[] existing = inOrder(texts, key -> lone.exists(touches(totals, key)));
        long[] noisy = new long[Math.multiplyExact(existing.length, width)];
        for (int i = 0; i < existing.length; i++) {
            long[] found = totals.touch(existing[i]);
            draws.draw(NO_STATE, 0, found, totals.at(existing[i]), noisy, i * width, randomness);
        }
        boolean[] isAnnounced = new boolean[existing.length];
        for (int i = 0; i < existing.length; i++) {
            isAnnounced[i] = decision.announces(touches(totals, existing[i]), noisy, i * width + statistic);
        }
        return announced(texts, existing, noisy, isAnnounced);
    }

    private static int[] inOrder(TextTable texts, IntPredicate isChosen) {
        return IntStream.range(0, texts.size())
                .filter(isChosen)
                .boxed()
                .sorted(texts::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Returns the exact numbers of all keys of a window that units have touched, in the order of the bytes of their texts. They are secret.
     *
     * @param texts the texts of the window's keys
     * @param totals the exact totals of the keys, by the numbers of their texts
     */
    List<AnnouncedKey> exact(TextTable texts, PagedEntries totals) {
        List<AnnouncedKey> exact = new ArrayList<>();
        for (int key : inOrder(texts, any -> touches(totals, any) > 0)) {
            long[] values = new long[width];
            draws.measure(NO_STATE, 0, totals.touch(key), totals.at(key), values);
            exact.add(new AnnouncedKey(texts.text(key), false, values));
        }
        return exact;
    }

    private List<AnnouncedKey> announced(TextTable texts, int[] existing, long[] noisy, boolean[] isAnnounced) {
        List<AnnouncedKey> announced = new ArrayList<>();
        for (int i = 0; i < existing.length; i++) {
            if (isAnnounced[i]) {
                long[] values = Arrays.copyOfRange(noisy, i * width, (i + 1) * width);
                announced.add(new AnnouncedKey(texts.text(existing[i]), true, values));
            }
        }
        return announced;
    }

    private long touches(PagedEntries totals, int key) {
        long[] found = totals.find(key);
        return found == null ? 0 : found[totals.at(key) + coordinates];
    }
}
