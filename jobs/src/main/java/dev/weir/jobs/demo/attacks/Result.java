package dev.weir.jobs.demo.attacks;

import java.util.List;

/**
 * What an attack has come to.
 *
 * <p>Where Weir's job is restored from the same savepoint again and again, the first restore may start, and every later one must be refused. A
 * rate alone would show one more answer hardly, because the mean of two answers is right no more often than one.
 *
 * @param attack the name of the attack
 * @param bars one for each target, in the order of the targets
 * @param refused how many restored jobs Weir has refused to start, because the ledger was ahead of the savepoint
 * @param restores how often Weir's job was restored
 */
public record Result(String attack, List<Bar> bars, int refused, int restores) {

    public Result {
        bars = List.copyOf(bars);
    }

    /** Whether every bar is within its band, and every restore but the first was refused. */
    public boolean isInside() {
        return bars.stream().allMatch(Bar::isInside) && isRefusing();
    }

    /** Whether every restore but the first was refused. */
    public boolean isRefusing() {
        return refused == Math.max(0, restores - 1);
    }
}
