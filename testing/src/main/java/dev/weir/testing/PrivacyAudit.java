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
 * finds those that let one person's records decide about others'.
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
            execute(worlds, published, folder);
            List<String> queries = published.columns().keySet().stream()
                    .map(RowPlace::query)
                    .distinct()
                    .toList();
            return new Evaluation(worlds, Subject.of(queries, Stated.of(budget)), seed).of(published);
        }
    }

    private void execute(Trials worlds, Published published, Path folder) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(
                LocalSettings.of(folder.resolve("checkpoints"), 1, 0));
        Records<T> ofWorld = records;
        int steps = ofWorld.apply(new World(0)).size();
        DataGeneratorSource<T> source = new DataGeneratorSource<>(
                index -> {
                    int world = (int) (index % worlds.count());
                    World.Entry<T> entry = ofWorld.apply(new World(world)).get((int) (index / worlds.count()));
                    return worlds.hasCanary(world) ? entry.with() : entry.without();
                },
                (long) steps * worlds.count(),
                type);
        DataStream<T> stream = env.fromSource(source, WatermarkStrategy.noWatermarks(), "worlds", type);
        build.build(stream, new Worlds(worlds.count())).releases().sinkTo(ReleaseCollector.into(published));
        env.execute("weir-audit");
    }
}
