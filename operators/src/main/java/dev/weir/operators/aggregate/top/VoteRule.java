package dev.weir.operators.aggregate.top;

import dev.weir.operators.aggregate.rule.CellRule;

/**
 * The rule of limited votes: a unit has a limited number of votes for each candidate of a cell. Further votes do not
 * count and cost nothing. The unit's votes for a candidate are counted in as many bits as the limit needs, rounded up
 * to a power of two.
 *
 * <p>Let s be the vector of the unit's numbers of votes for the candidates. The charge is the growth of a size of s. If
 * counts are released, the size is |s|<sub>1</sub>. If a candidate is selected, the size is max s: the selected
 * candidate depends on differences of scores, and a unit only raises scores, so it moves two scores against each other
 * by at most max s. For Gaussian noise the sizes are |s|<sub>2</sub>&sup2; = &Sigma; s<sub>i</sub>&sup2; and (max
 * s)&sup2;, exactly.
 */
final class VoteRule extends CellRule {

    private final long limit;
    private final boolean isSelected;
    private final int bits;
    private final int perWord;
    private final int words;
    private int candidate;
    private long before;

    /**
     * Creates a rule.
     *
     * @param place the rule's place
     * @param candidates the candidates and the limit of votes for each
     * @param isSelected whether a candidate is selected, so that the size is the largest number of votes for one
     *     candidate
     */
    VoteRule(Place place, Candidates candidates, boolean isSelected) {
        super(place);
        this.limit = candidates.limit();
        this.isSelected = isSelected;
        int needed = Long.SIZE - Long.numberOfLeadingZeros(limit);
        this.bits = needed == 1 ? 1 : Integer.highestOneBit(needed - 1) << 1;
        this.perWord = Long.SIZE / bits;
        this.words = (candidates.count() + perWord - 1) / perWord;
    }

    /** How many words of state are kept: the packed numbers of votes, then the largest of them. */
    @Override
    public int kept() {
        return words + 1;
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        candidate = (int) words[from];
        before = candidate < 0 ? limit : votes(kept);
        if (before >= limit) {
            return;
        }
        long paid = isSelected ? Math.max(before, kept[largestAt()]) : before;
        place().cost().addScalar(place().aggregate(), paid, Math.max(paid, before + 1));
    }

    private int largestAt() {
        return place().keptAt() + words;
    }

    private int wordAt() {
        return place().keptAt() + candidate / perWord;
    }

    private int shift() {
        return candidate % perWord * bits;
    }

    private long votes(long[] kept) {
        return (kept[wordAt()] >>> shift()) & ((1L << bits) - 1);
    }

    @Override
    public void keep(long[] kept) {
        if (before < limit) {
            kept[wordAt()] += 1L << shift();
            kept[largestAt()] = Math.max(kept[largestAt()], before + 1);
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        if (before < limit) {
            totals[at + candidate] = Math.incrementExact(totals[at + candidate]);
        }
    }
}
