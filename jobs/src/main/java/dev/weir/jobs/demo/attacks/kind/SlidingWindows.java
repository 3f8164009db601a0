package dev.weir.jobs.demo.attacks.kind;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.Target;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.result.Release;
import java.math.BigDecimal;
import java.util.List;

/** The count of the last day, published every hour: 24 windows hold the same record. */
final class SlidingWindows extends Attack {

    private static final long serialVersionUID = 1L;

    /** How many panes a window has. The first full window, number PANES - 1, ends with the hour of the secret record. */
    private static final int PANES = 24;

    private static final int HOURS = 2 * PANES - 1;
    private static final int OTHERS_AN_HOUR = 2;

    @Override
    public Laws laws() {
        String panes = "--epsilon 0.5 --panes " + PANES;
        return new Laws("sliding-windows", "", panes, "--epsilon 0.5");
    }

    /** In each hour two others, and in the last hour of the first full window the person whose bit is secret. */
    @Override
    public int slots() {
        return HOURS * (OTHERS_AN_HOUR + 1);
    }

    @Override
    public Fact fact(World world, int slot) {
        int hour = slot / (OTHERS_AN_HOUR + 1);
        long time = START.plus(HOUR.multipliedBy(hour)).toEpochMilli();
        boolean isOther = slot % (OTHERS_AN_HOUR + 1) > 0;
        return isOther || (hour == PANES - 1 && world.bit()) ? Fact.of(time, world, slot) : Fact.empty(time, world);
    }

    @Override
    public int figures() {
        return HOURS;
    }

    @Override
    public int totals() {
        return 1;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        totals[0]++;
    }

    @Override
    public int panes() {
        return PANES;
    }

    @Override
    public int hours() {
        return HOURS;
    }

    @Override
    public int answers() {
        return 1;
    }

    @Override
    public Ratio scale() {
        return Ratio.of(2, 1);
    }

    @Override
    public Budget budget() {
        return new Budget.Pure(new BigDecimal("0.5"));
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        return List.of(stream.query(query(0))
                .byDeclaredKey(Fact::key, keys)
                .sliding(HOUR.multipliedBy(PANES), HOUR)
                .atMost(1, 1)
                .aggregate(Aggregation.count("people"))
                .spending(1, 1));
    }

    /** The figure of a window is that of its step. Windows that end behind the last hour have none. */
    @Override
    public Answer answer(Release row) {
        Answer answer = super.answer(row);
        return row.step() > HOURS
                ? new Answer(answer.world(), 0, new double[0])
                : new Answer(answer.world(), (int) row.step() - 1, answer.figures());
    }

    @Override
    public boolean guess(View view) {
        if (view.target() != Target.NAIVE) { // noise that is drawn once an hour falls out of a difference
            double lastHour = view.mean(PANES - 1) - view.mean(PANES - 2);
            return view.isAbove(lastHour - OTHERS_AN_HOUR, 0.5);
        }
        double sum = 0;
        for (int window = PANES - 1; window < HOURS; window++) {
            sum += view.mean(window) - PANES * OTHERS_AN_HOUR;
        }
        return view.isAbove(sum / PANES, 0.5);
    }
}
