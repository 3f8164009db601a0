package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import java.util.List;

/**
 * An attack on a count of people in one window. The person whose bit is secret is counted if the bit is 1; of the others the adversary
 * knows who is counted, unless a subclass says otherwise.
 */
abstract class CountAttack extends Attack {

    private static final long serialVersionUID = 1L;

    /** How many other people there are. */
    protected static final int OTHERS = 20;

    @Override
    public int slots() {
        return 1 + OTHERS;
    }

    @Override
    public Fact fact(World world, int slot) {
        boolean isThere = slot == 0 ? world.bit() : isCounted(world, slot);
        return isThere ? Fact.of(START.toEpochMilli(), world, slot) : Fact.empty(START.toEpochMilli(), world);
    }

    /** Whether somebody else is counted. */
    boolean isCounted(World world, int person) {
        return true;
    }

    @Override
    public int figures() {
        return 1;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        totals[0]++;
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        return List.of(count(stream, keys, 0, 1));
    }

    /** A count in every hour, for a share of the budget. */
    static PrivateQuery<Fact> count(PrivateStream<Fact> stream, List<String> keys, int number, double share) {
        return stream.query(query(number))
                .byDeclaredKey(Fact::key, keys)
                .every(HOUR)
                .atMost(1, 1)
                .aggregate(Aggregation.count("people"))
                .spending(share, 1);
    }
}
