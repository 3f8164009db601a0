package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import java.util.stream.IntStream;

/** The row of five people who look alike, published ten times; the adversary knows the other four. */
final class KAnonymity extends CountAttack {

    private static final long serialVersionUID = 1L;
    private static final int KNOWN = 4;
    private static final int TIMES = 10;

    @Override
    public Laws laws() {
        String people = " --people " + (KNOWN + 1) + " --known " + KNOWN;
        return new Laws("k-anonymity", people.strip(), "--epsilon 1 --times " + TIMES + people, "--epsilon 1" + people);
    }

    @Override
    public int slots() {
        return 1 + KNOWN;
    }

    /** The others have the illness by chance. */
    @Override
    boolean isCounted(World world, int person) {
        return world.random(person).nextBoolean();
    }

    @Override
    public int answers() {
        return TIMES;
    }

    @Override
    public boolean guess(View view) {
        double ill = view.sees(0) ? view.mean(0) : 0;
        long knownToBeIll = IntStream.rangeClosed(1, KNOWN)
                .filter(person -> isCounted(view.world(), person))
                .count();
        return view.isAbove(ill - knownToBeIll, 0.5);
    }
}
