package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import java.util.List;

/** Two counts, of all people and of all but one, whose difference is the one. */
final class Tracker extends CountAttack {

    private static final long serialVersionUID = 1L;
    private static final int PAIRS = 10;

    @Override
    public Laws laws() {
        return new Laws("tracker", "", "--epsilon 1 --times " + PAIRS, "--epsilon 1");
    }

    /** The number of a record is 1 unless it is about the person whose bit is secret. */
    @Override
    public Fact fact(World world, int slot) {
        Fact fact = super.fact(world, slot);
        return fact.isPresent() ? Fact.of(fact.time(), world, slot, slot == 0 ? 0 : 1) : fact;
    }

    @Override
    public int figures() {
        return 2;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        totals[0]++;
        totals[1] += fact.numbers()[0];
    }

    @Override
    public int answers() {
        return PAIRS;
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        PrivateQuery<Fact> without = stream.query(query(1))
                .where(fact -> fact.numbers()[0] == 1)
                .byDeclaredKey(Fact::key, keys)
                .every(HOUR)
                .atMost(1, 1)
                .aggregate(Aggregation.count("people"))
                .spending(0.5, 1);
        return List.of(count(stream, keys, 0, 0.5), without);
    }

    @Override
    public boolean guess(View view) {
        double everybody = view.mean(0);
        double everybodyElse = view.mean(1);
        return view.isAbove(everybody - everybodyElse, 0.5);
    }
}
