package dev.weir.testing;

import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.api.PrivateStream;
import dev.weir.testing.published.Published;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.published.ReleaseCollector;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.LocalSettings;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Audits a release of the Java API: runs it once over many worlds, half of them with a canary unit, and computes from what was
 * published how much of the canary it gives away at least.
 *
 * <pre>{@code
 * AuditReport report = PrivacyAudit.of(rideType, (rides, worlds) -> PrivateStream.of(rides)
 *                 ...
 *                 .byDeclaredKey(Ride::zone, worlds.keys(List.of("harbour", "market")))
 *                 ...)
 *         .over(world -> List.of(
 *                 world.canary(new Ride(noon, world.unit("c"), world.key("harbour"), 2000), new Ride(noon, "", "", 0))))
 *         .keeping(new Budget.Pure(BigDecimal.ONE))
 *         .run(4000, folder);
 * }</pre>
 *
 * <p>It proves faults and never their absence: see {@code docs/audit.md}. The functions of the queries run as in any job, so it
 * finds those that let one person's records decide about others'. It also calls them twice and in another order, on the records of two
 * worlds, and tells whether their results depend on anything but the record.
 *
 * @param <T> the record
 */
public final class PrivacyAudit<T> {

    private final TypeInformation<T> type;
    private final Build<T> build;
    private Records<T> records = world -> List.of();
    private Budget budget;

    /**
     * Builds the release of a job.
     *
     * @param <T> the record
     */
    @FunctionalInterface
    public interface Build<T> {

        /**
         * Builds the release.
         *
         * @param stream the records of all worlds
         * @param worlds names the keys of all worlds
         */
        PrivateStream.Released build(DataStream<T> stream, Worlds worlds);
    }

    /**
     * The records of a world in their order, in the same places in every world.
     *
     * @param <T> the record
     */
    @FunctionalInterface
    public interface Records<T> extends Serializable, Function<World, List<World.Entry<T>>> {}

    /**
     * The worlds of an audit.
     *
     * @param count how many there are
     */
    public record Worlds(int count) {

        /**
         * The names that keys have in all worlds: to be declared.
         *
         * @param keys the keys' own names
         */
        public List<String> keys(List<String> keys) {
            return IntStream.range(0, count)
                    .mapToObj(World::new)
                    .flatMap(world -> keys.stream().map(world::key))
                    .toList();
        }
    }

    private PrivacyAudit(TypeInformation<T> type, Build<T> build) {
        this.type = type;
        this.build = build;
        this.budget = new Budget.Pure(java.math.BigDecimal.ONE);
    }

    /**
     * An audit of a release.
     *
     * @param <T> the record
     * @param type the type of the records, for Flink
     * @param build builds the release
     */
    public static <T> PrivacyAudit<T> of(TypeInformation<T> type, Build<T> build) {
        return new PrivacyAudit<>(type, build);
    }

    /**
     * Sets what happens in every world.
     *
     * @param ofWorld the records of a world: as many in each
     */
    public PrivacyAudit<T> over(Records<T> ofWorld) {
        records = ofWorld;
        return this;
    }

    /**
     * Sets what the canary may lose.
     *
     * @param most the budget of the release, or less if the canary's records cost less
     */
    public PrivacyAudit<T> keeping(Budget most) {
        budget = most;
        return this;
    }

    /**
     * Runs the audit.
     *
     * @param trials how many worlds there are: even, at least 8
     * @param folder an empty folder for checkpoints and the ledger
     */
    public AuditReport run(int trials, Path folder) throws Exception {
        long seed = System.nanoTime();
        Trials worlds = Trials.of(trials, seed);
        try (Published published = new Published(trials, ReleaseCollector.reader())) {
            boolean isPure = isPure(folder);
            execute(worlds, published, folder);
            List<String> queries = published.columns().keySet().stream()
                    .map(RowPlace::query)
                    .distinct()
                    .toList();
            return new Evaluation(worlds, Subject.of(queries, Stated.of(budget)), seed).of(published, isPure);
        }
    }

    private PrivateStream.Released built(StreamExecutionEnvironment env, Worlds worlds, SlotSupplier<T> slots) {
        int steps = records.apply(new World(0)).size();
        DataGeneratorSource<T> source = new DataGeneratorSource<>(slots::at, (long) steps * worlds.count(), type);
        DataStream<T> stream = env.fromSource(source, WatermarkStrategy.noWatermarks(), "worlds", type);
        return build.build(stream, worlds);
    }

    /** The record of a slot by its number; all worlds have their first slot before any has its second. */
    @FunctionalInterface
    private interface SlotSupplier<T> extends Serializable {
        T at(long number);
    }

    private void execute(Trials trials, Published published, Path folder) throws Exception {
        StreamExecutionEnvironment env = environment(folder);
        Records<T> ofWorld = records;
        SlotSupplier<T> slots = number -> {
            int world = (int) (number % trials.count());
            World.Entry<T> entry = ofWorld.apply(new World(world)).get((int) (number / trials.count()));
            return trials.hasCanary(world) ? entry.with() : entry.without();
        };
        built(env, new Worlds(trials.count()), slots).releases().sinkTo(ReleaseCollector.into(published));
        env.execute("weir-audit");
    }

    /** Whether the functions of the queries give the records of a world the same results again, and those of another one in reverse. */
    private boolean isPure(Path folder) {
        StreamExecutionEnvironment env = environment(folder);
        Records<T> ofWorld = records;
        built(env, new Worlds(2), number -> ofWorld.apply(new World(0)).get(0).with());
        FunctionResults<T> results = FunctionResults.in(env);
        List<T> first = with(ofWorld.apply(new World(0)));
        List<T> reversed = with(ofWorld.apply(new World(1)));
        Collections.reverse(reversed);
        List<List<Object>> once = results.of(first);
        List<List<Object>> again = results.of(first);
        List<List<Object>> backwards = new ArrayList<>(results.of(reversed));
        Collections.reverse(backwards);
        return once.equals(again) && once.equals(backwards);
    }

    private static <T> List<T> with(List<World.Entry<T>> entries) {
        return new ArrayList<>(entries.stream().map(World.Entry::with).toList());
    }

    private static StreamExecutionEnvironment environment(Path folder) {
        return StreamExecutionEnvironment.createLocalEnvironment(LocalSettings.of(folder.resolve("checkpoints"), 1, 0));
    }
}
