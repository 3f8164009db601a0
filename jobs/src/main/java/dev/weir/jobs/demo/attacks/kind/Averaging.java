package dev.weir.jobs.demo.attacks.kind;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import java.util.List;
import java.util.stream.IntStream;

/** One count, asked again and again; the mean of the answers has less noise than each of them. */
final class Averaging extends CountAttack {

    private static final long serialVersionUID = 1L;
    private static final int TIMES = 1000;
    private static final int QUERIES = 10;

    @Override
    public Laws laws() {
        return new Laws("averaging", "", "--epsilon 0.1 --times " + TIMES, "--epsilon 1 --times " + QUERIES);
    }

    @Override
    public int figures() {
        return QUERIES;
    }

    @Override
    public int totals() {
        return 1;
    }

    @Override
    public int answers() {
        return TIMES;
    }

    @Override
    public Ratio scale() {
        return Ratio.of(10, 1);
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        return IntStream.range(0, QUERIES)
                .mapToObj(number -> count(stream, keys, number, 0.1))
                .toList();
    }

    @Override
    public boolean guess(View view) {
        double mean = view.meanOfAll();
        return view.isAbove(mean - OTHERS, 0.5);
    }
}
