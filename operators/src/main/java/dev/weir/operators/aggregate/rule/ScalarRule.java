package dev.weir.operators.aggregate.rule;

import dev.weir.operators.aggregate.move.ScalarMove;

/**
 * The rule of an aggregate that is a single integer. It charges the growth of the size of a unit's contribution to a
 * cell.
 */
public final class ScalarRule extends CellRule {

    private final ScalarMove move;

    /**
     * Creates a rule.
     *
     * @param place the rule's place
     * @param move computes by how much records move the cell
     */
    public ScalarRule(Place place, ScalarMove move) {
        super(place);
        this.move = move;
    }

    /** The lower bound of a unit's contribution to a cell, in grid steps. */
    public long low() {
        return move.low();
    }

    /** The upper bound of a unit's contribution to a cell, in grid steps. */
    public long high() {
        return move.high();
    }

    @Override
    public int kept() {
        return move.kept();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        move.assess(kept, contributed, words, from);
        place().cost().addScalar(place().aggregate(), move.before(), move.after());
    }

    @Override
    public void keep(long[] kept) {
        move.keep(kept);
    }

    @Override
    public void addTo(long[] totals, int at) {
        move.addTo(totals, at);
    }
}
