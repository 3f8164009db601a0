package dev.weir.jobs.demo.attacks.job;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Sampler;
import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Publishes each row several times, every figure with new noise each time. There is no account of what that costs. */
final class FreshNoise extends RichFlatMapFunction<ExactRow, Answer> {

    private static final long serialVersionUID = 1L;

    private final Attack attack;
    private transient @Nullable Sampler noise;
    private transient @Nullable KeyStream randomness;

    FreshNoise(Attack attack) {
        this.attack = attack;
    }

    @Override
    public void open(OpenContext context) {
        noise = new DiscreteLaplace(attack.scale()).sampler();
        randomness = KeyStream.fresh();
    }

    @Override
    public void flatMap(ExactRow row, Collector<Answer> out) {
        if (noise == null || randomness == null) {
            throw new IllegalStateException("open must be called first");
        }
        for (int time = 0; time < attack.answers(); time++) {
            double[] noisy = new double[row.figures().length];
            for (int i = 0; i < noisy.length; i++) {
                noisy[i] = noise.addTo(row.figures()[i], randomness);
            }
            out.collect(new Answer(row.world(), row.first(), noisy));
        }
    }
}
