package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.learn.PrefixModel;
import java.util.List;

/**
 * Draws running totals of gradients with correlated noise. The gradients of a step are taken at the model of the noisy totals of the step
 * before, so the state of a key holds, behind the words of its series, the numbers that were drawn last. They are paid for, and published
 * with the checkpoint that contains them unless the key was withheld.
 */
final class GradientDraws extends StepDraws {

    private final PrefixModel model;

    /** The sampler of every total: all have the same noise. */
    private final PreparedSeries series;

    /** The number of words of one series. */
    private final int each;

    GradientDraws(PrefixModel model, Offsets offsets, CorrelatedNoise noise) {
        super(List.of(model), offsets);
        this.model = model;
        this.series = noise.prepare();
        this.each = noise.words();
    }

    @Override
    public int words() {
        return (each + 1) * model.measured();
    }

    /** The index of the numbers that were drawn last for the key whose words begin at {@code at}. */
    private int drawn(int at) {
        return at + each * model.measured();
    }

    @Override
    public void draw(long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness) {
        int drawn = drawn(at);
        long[] sums = model.gradients(added, from, kept, drawn);
        for (int i = 0; i < sums.length; i++) {
            kept[drawn + i] = series.next(kept, at + i * each, sums[i], randomness);
            released[to + i] = kept[drawn + i];
        }
    }

    /** Computes the exact sums of gradients at the public model, which is why the step must not be drawn yet. */
    @Override
    public void measure(long[] kept, int at, long[] added, int from, long[] measured) {
        System.arraycopy(model.gradients(added, from, kept, drawn(at)), 0, measured, 0, measured.length);
    }
}
