package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;

/** An old savepoint is restored again and again, so that the same window closes once more each time. */
final class Restart extends CountAttack {

    private static final long serialVersionUID = 1L;
    private static final int RESTORES = 5;

    @Override
    public Laws laws() {
        String restores = "--epsilon 1 --restores " + RESTORES;
        return new Laws("restart", "", restores, "--epsilon 1");
    }

    @Override
    public int answers() {
        return RESTORES;
    }

    @Override
    public int restores() {
        return RESTORES;
    }

    @Override
    public boolean guess(View view) {
        double mean = view.mean(0);
        return view.isAbove(mean - OTHERS, 0.5);
    }
}
