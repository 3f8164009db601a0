package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.Target;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;

/** A row for each place and hour: who is alone in one is the row. The adversary knows nothing of the others, who are in one row each. */
final class Linkage extends CountAttack {

    private static final long serialVersionUID = 1L;
    private static final int CELLS = 200;

    @Override
    public Laws laws() {
        String people = "--people " + OTHERS + " --cells " + CELLS;
        return new Laws("linkage", people, people, "--epsilon 1 " + people);
    }

    /** Each of the others is in the row that is attacked by chance. */
    @Override
    boolean isCounted(World world, int person) {
        return world.random(person).nextInt(CELLS) == 0;
    }

    @Override
    public int answers() {
        return 1;
    }

    @Override
    public boolean guess(View view) {
        boolean everyRowIsThere = view.target() == Target.WEIR;
        if (!everyRowIsThere) {
            return view.sees(0); // there is a row, so somebody is in it
        }
        return view.isAbove(view.mean(0), 0.5);
    }
}
