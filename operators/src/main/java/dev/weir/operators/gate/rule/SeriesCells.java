package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.move.RecordMove;
import java.util.List;

/**
 * What the records of one unit do to one key of a series of totals, by all aggregates of a query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. A record moves the totals of its step as the
 * {@link RecordMove}s of the aggregates say: a number by what the record adds, or, with a per-unit clamp, by how much the unit's
 * clamped total of the series moves; a block by a vector. The unit is charged the growth of its sensitivity to the whole series by
 * moves of those lengths at that step. The charges add up to at least the sensitivity of what the unit has moved, whatever the
 * order of steps, so the account holds the unit's realised loss by the series: {@link SeriesCost}. Steps count from a time before
 * all records where a series is never reset; costs depend on their distances alone.
 *
 * <p>Kept of a unit for each key and series: two words if records must be apart, the earliest and the latest step with a
 * record; what the moves keep, which is the raw total of each aggregate with a per-unit clamp; and the {@link SeriesCost#words} of
 * the cost.
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
    /** How large the moves of the record that was assessed last are. */
    private final long[] lengths;

    /** The step of the record that was assessed last. */
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
     * Whether a record at step {@code at} is less than the separation after the unit's latest record, or, if it is late, less than
     * that before its earliest. A late record between the two is too close, although it might fit: this keeps two steps and not
     * all.
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
