package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.move.RecordMove;
import java.util.List;

/**
 * Computes the effect of a unit's records on one key of a series of totals, for all aggregates of a query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. The {@link RecordMove}s of the
 * aggregates determine by how much a record moves the totals of its step of the series. A single number moves by what
 * the record adds or, with a per-unit clamp, by as much as the record changes the unit's clamped total of the series. A
 * block moves by a vector. Let the sensitivity be that of the whole series to the unit's contribution. The unit is
 * charged by how much this sensitivity grows when moves of these lengths are added at the record's step. For any order
 * of steps the charges add up to at least the sensitivity, so the account bounds the unit's realised privacy loss by
 * the series: {@link SeriesCost}. If a series is never reset, steps are counted from a time before all records. Prices
 * depend only on the distances of steps.
 *
 * <p>State of a unit for each key and series: first, if a separation is required, two words for the earliest and the
 * latest step with a record; then the words that the moves keep, which are the raw totals of the aggregates with a
 * per-unit clamp; last the {@link SeriesCost#words} of the cost.
 */
final class SeriesCells extends CellRules {

    private static final int EARLIEST = 0;
    private static final int LATEST = 1;

    private final SeriesCost cost;
    private final long separation;
    private final RecordMove[] moves;
    private final int[] wordAt;
    private final int[] coordinateAt;
    private final int costAt;
    /** The lengths of the moves of the last assessed record. */
    private final long[] lengths;

    /** The step of the last assessed record. */
    private long step;

    SeriesCells(List<Aggregate> aggregates, Offsets offsets, PricedSeries series, long separation) {
        Norm norm = Norm.of(series.account().share().currency());
        this.cost = series.cost();
        this.separation = separation;
        this.moves = new RecordMove[aggregates.size()];
        this.wordAt = new int[moves.length];
        this.coordinateAt = new int[moves.length];
        this.lengths = new long[moves.length];
        int next = separation == 0 ? 0 : LATEST + 1;
        for (int i = 0; i < moves.length; i++) {
            wordAt[i] = offsets.word(i);
            coordinateAt[i] = offsets.coordinate(i);
            moves[i] = aggregates.get(i).move(norm, next);
            next += moves[i].kept();
        }
        this.costAt = next;
    }

    @Override
    public int kept() {
        return costAt + cost.words();
    }

    /**
     * Whether a record at step {@code at} is closer than the separation to the unit's latest record, or, if it is late,
     * to its earliest record. A late record between the two counts as too close even if it would fit, because only
     * these two steps are kept.
     */
    @Override
    public boolean isTooClose(long[] kept, long at) {
        return kept[LATEST] != 0 && at < kept[LATEST] + separation && at > kept[EARLIEST] - separation;
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from, long at) {
        step = at;
        cost.begin(kept, costAt);
        for (int i = 0; i < moves.length; i++) {
            moves[i].assess(kept, contributed, words, from + wordAt[i]);
            lengths[i] = moves[i].length(cost, i);
            cost.add(i, step, lengths[i]);
        }
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] kept) {
        if (separation > 0) {
            kept[EARLIEST] = kept[EARLIEST] == 0 ? step : Math.min(kept[EARLIEST], step);
            kept[LATEST] = Math.max(kept[LATEST], step);
        }
        for (int i = 0; i < moves.length; i++) {
            moves[i].keep(kept);
            cost.keep(i, step, lengths[i]);
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < moves.length; i++) {
            moves[i].addTo(totals, at + coordinateAt[i]);
        }
    }
}
