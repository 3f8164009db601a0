package dev.weir.jobs.demo.attacks;

import java.util.List;

/**
 * What an attack has come to.
 *
 * @param attack the name of the attack
 * @param bars one for each target, in the order of the targets
 * @param refused how many restored jobs Weir has refused to start
 * @param restores how often Weir's job was restored
 */
public record Result(String attack, List<Bar> bars, int refused, int restores) {

    public Result {
        bars = List.copyOf(bars);
    }

    /** Whether every bar is within its band. */
    public boolean isInside() {
        return bars.stream().allMatch(Bar::isInside);
    }
}
