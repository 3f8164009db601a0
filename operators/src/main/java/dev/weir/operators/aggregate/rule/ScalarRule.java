package dev.weir.operators.aggregate.rule;

import dev.weir.operators.aggregate.move.ScalarMove;

/** The rule of an aggregate that is a single integer: charges the growth of a unit's contribution to a cell. */
public final class ScalarRule extends CellRule {

    private final ScalarMove move;

    /**
     * A rule at its place in its query.
     *
     * @param place the rule's place
     * @param move computes by how much records move the cell
     */
    public ScalarRule(Place place, ScalarMove move) {
        super(place);
        this.move = move;
    }

    /** The least that a unit may move a cell by, in grid steps. */
    public long low() {
        return move.low();
    }

    /** The most that a unit may move a cell by, in grid steps. */
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
