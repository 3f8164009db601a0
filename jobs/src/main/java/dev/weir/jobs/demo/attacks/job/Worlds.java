package dev.weir.jobs.demo.attacks.job;

import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.World;
import java.io.Serializable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The worlds of an attack.
 *
 * @param attack the attack
 * @param seed begins the random choices of the worlds
 * @param count how many worlds there are
 */
public record Worlds(Attack attack, long seed, int count) implements Serializable {

    /**
     * A world.
     *
     * @param number its number, from 0
     */
    public World world(int number) {
        return new World(seed, number);
    }

    /** The records of all worlds: all worlds have their first slot before any has its second. */
    SingleOutputStreamOperator<Fact> in(StreamExecutionEnvironment env) {
        return in(env, RateLimiterStrategy.noOp());
    }

    /**
     * The records of all worlds in two parts; the second comes behind a checkpoint.
     *
     * @param env the job
     */
    SingleOutputStreamOperator<Fact> inTwoParts(StreamExecutionEnvironment env) {
        return in(env, RateLimiterStrategy.perCheckpoint(Math.max(1, attack.slots() * count / 2)));
    }

    private SingleOutputStreamOperator<Fact> in(StreamExecutionEnvironment env, RateLimiterStrategy<?> pace) {
        GeneratorFunction<Long, Fact> slots = index -> attack.fact(world((int) (index % count)), (int) (index / count));
        String uid = attack.name() + "-worlds";
        return env.fromSource(
                        new DataGeneratorSource<>(slots, (long) attack.slots() * count, pace, Fact.TYPE),
                        WatermarkStrategy.<Fact>forMonotonousTimestamps()
                                .withTimestampAssigner((fact, before) -> fact.time()),
                        uid)
                .uid(uid)
                .setParallelism(1);
    }
}
