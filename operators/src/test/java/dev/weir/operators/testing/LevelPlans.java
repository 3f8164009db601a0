package dev.weir.operators.testing;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds plans with one query that has levels, step by step; every step returns a new builder. */
public record LevelPlans(
        KeySpace keys,
        int version,
        Bounds bounds,
        List<Aggregate> aggregates,
        Spend spend,
        @Nullable KeyAccountTerms keyAccount,
        Window window) {

    private static final Window HOURLY = TumblingWindow.of(Duration.ofHours(1));

    /** Returns a builder of hourly queries, whose unit contributes one record. */
    public static LevelPlans of(KeySpace keys, Aggregate... aggregates) {
        return new LevelPlans(keys, 1, Bounds.NONE, List.of(aggregates), new Spend(null, 1), null, HOURLY);
    }

    /** Returns the keys of a tree of regions and towns: each region has a number of towns. */
    public static KeySpace tree(int... towns) {
        List<List<String>> keys = new ArrayList<>();
        for (int region = 0; region < towns.length; region++) {
            for (int town = 0; town < towns[region]; town++) {
                keys.add(List.of("r" + region, "t" + town));
            }
        }
        List<String> attributes = List.of("region", "town");
        return KeySpace.ofLevels(DeclaredKeys.of(attributes, keys, Others.NONE), attributes, List.of());
    }

    /** Returns the keys of all combinations of two attributes, with levels that keep these sets of them. */
    public static KeySpace sets(int first, int second, Integer... sets) {
        List<List<String>> keys = new ArrayList<>();
        for (int i = 0; i < first; i++) {
            for (int j = 0; j < second; j++) {
                keys.add(List.of("a" + i, "b" + j));
            }
        }
        List<String> attributes = List.of("a", "b");
        return KeySpace.ofLevels(DeclaredKeys.of(attributes, keys, Others.NONE), attributes, List.of(sets));
    }

    public LevelPlans version(int other) {
        return new LevelPlans(keys, other, bounds, aggregates, spend, keyAccount, window);
    }

    public LevelPlans windows(Window other) {
        return new LevelPlans(keys, version, bounds, aggregates, spend, keyAccount, other);
    }

    /** Returns a builder with bounds of series; 0 stands for no limit of keys or records. */
    public LevelPlans bounded(int keysPerPeriod, int recordsPerKey, int separation) {
        return bounded(Bounds.of(new Bounds.Series(
                keysPerPeriod == 0 ? Bounds.UNBOUNDED : keysPerPeriod,
                recordsPerKey == 0 ? Bounds.UNBOUNDED : recordsPerKey,
                Bounds.UNBOUNDED,
                separation)));
    }

    public LevelPlans bounded(Bounds by) {
        return new LevelPlans(keys, version, by, aggregates, spend, keyAccount, window);
    }

    public LevelPlans spending(long contributions, long perWindow, Favour favour) {
        Spend other = new Spend(null, contributions, perWindow, favour);
        return new LevelPlans(keys, version, bounds, aggregates, other, keyAccount, window);
    }

    public LevelPlans withKeyAccount(KeyAccountTerms terms) {
        return new LevelPlans(keys, version, bounds, aggregates, spend, terms, window);
    }

    /** Returns a plan of the domain "test" for users, with Gaussian noise. */
    public Plan plan() {
        return plan(Plans.GAUSSIAN);
    }

    public Plan plan(Budget budget) {
        return Plan.of("test", PrivacyUnit.USER, budget, Plans.TIMING, List.of(query()));
    }

    public Query query() {
        return new Query("q", version, "all", keys, window, bounds, aggregates, spend, keyAccount);
    }
}
