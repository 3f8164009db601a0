package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Attack;
import java.util.List;

/** All attacks, in the order of the page. */
public final class Attacks {

    private Attacks() {}

    /** The attacks. */
    public static List<Attack> all() {
        return List.of(
                new Tracker(),
                new Averaging(),
                new SlidingWindows(),
                new Linkage(),
                new KAnonymity(),
                new Reconstruction(),
                new Membership(),
                new RegressionMembership(),
                new Restart());
    }
}
