package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a plan that can be built can be explained and started: gate and release operators are opened for it, and every
 * key is released at the end of the first cell.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class AcceptedPlansTest {

    private static final int GENERATED = 500;
    private static final int MOST_REFUSED = 1000;
    private static final long MINUTE = 60_000;
    private static final int NONE = Bounds.UNBOUNDED;
    private static final Window RUNNING = RunningWindow.of(Duration.ofMinutes(5), 288);
    private static final Window RESET =
            RunningWindow.of(Duration.ofMinutes(5), 288).resetting(Duration.ofDays(1));
    private static final Window SLIDING = new SlidingWindow(24 * MINUTE, MINUTE);
    private static final Aggregate COUNT = new Count("n", BigDecimal.ONE);
    private static final Aggregate WIDE = sum(-(1L << 10), 1L << 10, null);
    private static final Aggregate TURNING = sum(-10, 10, new Sum.Range(-5, 5));
    private static final Aggregate MEAN = new Mean("m", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 1000));

    private static Sum sum(long low, long high, Sum.@Nullable Range unit) {
        return new Sum("s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(low, high), unit);
    }

    private static Bounds series(int keys, int records, int participations, int separation) {
        return Bounds.of(new Bounds.Series(keys, records, participations, separation));
    }

    private static Query query(Window window, Bounds bounds, long contributions, Aggregate... aggregates) {
        return query(window, bounds, new Spend(null, contributions), List.of(aggregates), null);
    }

    private static Query query(
            Window window, Bounds bounds, Spend spend, List<Aggregate> aggregates, @Nullable KeyAccountTerms account) {
        return new Query(
                "q", 1, "all", new DeclaredKeys(List.of("a", "b")), window, bounds, aggregates, spend, account);
    }

    private static Plan plan(PrivacyUnit unit, Budget budget, Query query) {
        return Plan.of("test", unit, budget, Plans.TIMING, List.of(query));
    }

    static Stream<Query> queries() {
        return Stream.of(RUNNING, RESET, SLIDING)
                .flatMap(window -> Stream.of(
                        query(window, series(NONE, NONE, NONE, 0), 10, COUNT),
                        query(window, series(NONE, NONE, NONE, 1), 1, COUNT),
                        query(window, series(NONE, NONE, NONE, 1), 1000, COUNT, WIDE),
                        query(window, series(NONE, NONE, NONE, 7), 10, TURNING),
                        query(window, series(NONE, NONE, NONE, NONE), 10, COUNT),
                        query(window, series(2, NONE, NONE, 1), 10, MEAN),
                        query(window, series(2, 1_000_000, NONE, 0), 1, COUNT, MEAN),
                        query(window, series(NONE, NONE, 1 << 30, 0), 1 << 20, COUNT),
                        query(window, series(1, 3, NONE, 2), 1, WIDE, MEAN)));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void every_plan_of_the_table_starts(Query query) {
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN, Plans.pure("0.001"), Plans.pure("9000"))) {
            requireStarts(plan(PrivacyUnit.USER, budget, query));
        }
    }

    @Test
    void every_generated_plan_that_is_accepted_starts() {
        SplittableRandom random = new SplittableRandom(30);
        int accepted = 0;
        int refused = 0;
        while (accepted < GENERATED) {
            Optional<Plan> plan = generated(random);
            plan.ifPresent(AcceptedPlansTest::requireStarts);
            accepted += plan.isPresent() ? 1 : 0;
            refused += plan.isPresent() ? 0 : 1;
        }
        assertThat(refused).as("plans that could not be built").isLessThan(MOST_REFUSED);
    }

    private static Optional<Plan> generated(SplittableRandom random) {
        try {
            Budget budget = budget(random);
            PrivacyUnit unit = PrivacyUnit.of(any(random, UnitKind.values()));
            return Optional.of(plan(unit, budget, query(random, unit, budget)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static <T> T any(SplittableRandom random, T[] of) {
        return of[random.nextInt(of.length)];
    }

    private static Budget budget(SplittableRandom random) {
        BigDecimal amount = BigDecimal.valueOf(1 + random.nextInt(99)).scaleByPowerOfTen(random.nextInt(-4, 2));
        Delta delta = Delta.atMost(BigDecimal.ONE.scaleByPowerOfTen(-random.nextInt(4, 12)));
        return switch (random.nextInt(3)) {
            case 0 -> new Budget.Pure(amount);
            case 1 -> new Budget.Approximate(amount, delta);
            default -> new Budget.Concentrated(amount, delta);
        };
    }

    private static Query query(SplittableRandom random, PrivacyUnit unit, Budget budget) {
        Window window = window(random);
        boolean isGaussian = !(budget instanceof Budget.Pure);
        List<Aggregate> aggregates = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> aggregate(random, "v" + i, isGaussian))
                .toList();
        Bounds bounds = window.sharesNoise()
                ? series(bound(random), bound(random), bound(random), random.nextInt(2) * power(random, 20))
                : new Bounds(bound(random), bound(random), bound(random), bound(random));
        long contributions = unit.isEvent() ? 1 : power(random, 30);
        Amount limit = Amount.atMost(
                isGaussian ? Currency.HALF_MU_SQUARED : Currency.EPSILON, BigDecimal.valueOf(1 + random.nextInt(9000)));
        KeyAccountTerms account = random.nextInt(4) == 0 ? new KeyAccountTerms(limit, power(random, 30) * 1000L) : null;
        return query(window, bounds, new Spend(null, contributions), aggregates, account);
    }

    private static Window window(SplittableRandom random) {
        long every = power(random, 15) * 1000L;
        long horizon = random.nextInt(4) == 0 ? RunningWindow.UNBOUNDED : power(random, 26);
        return switch (random.nextInt(4)) {
            case 0 -> new TumblingWindow(every);
            case 1 -> new SlidingWindow(every * power(random, 12), every);
            case 2 -> RunningWindow.of(Duration.ofMillis(every), horizon);
            default ->
                RunningWindow.of(Duration.ofMillis(every), horizon)
                        .resetting(Duration.ofMillis(every * power(random, 14)));
        };
    }

    private static Aggregate aggregate(SplittableRandom random, String name, boolean isGaussian) {
        BigDecimal one = BigDecimal.ONE;
        Candidates candidates =
                new Candidates(List.of("x", "y", "z"), random.nextBoolean() ? Candidates.UNLIMITED : power(random, 10));
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, one, random.nextInt(20), random.nextBoolean());
        List<Supplier<Aggregate>> kinds = List.of(
                () -> new LearntTotal(name, one, clamp, any(random, LearntTotal.Kind.values())),
                () -> new Choice(name, one, candidates),
                () -> new TopCounts(name, one, candidates, 1 + random.nextInt(3)),
                () -> new Sum(name, one, one, new Sum.Range(-power(random, 40), power(random, 40)), null));
        return random.nextInt(4) == 0
                ? kinds.get(random.nextInt(kinds.size())).get()
                : Blocks.random(random, name, isGaussian);
    }

    private static int bound(SplittableRandom random) {
        return random.nextInt(2) == 0 ? NONE : power(random, 30);
    }

    /** Returns a whole number of up to {@code bits} bits, at least 1; small ones are as likely as large ones. */
    private static int power(SplittableRandom random, int bits) {
        return (int) (1 + random.nextLong(1L << random.nextInt(Math.min(bits, 30) + 1)));
    }

    private static void requireStarts(Plan plan) {
        Query query = plan.queries().get(0).query();
        assertThatCode(() -> start(plan))
                .as("%s of %s, %s, %s", plan.unit(), plan.budget(), query, query.spend())
                .doesNotThrowAnyException();
    }

    private static void start(Plan plan) throws Exception {
        PricedQuery priced = plan.queries().get(0);
        assertThat(priced.releaseCost()).isLessThanOrEqualTo(priced.price().share());
        assertThat(priced.recordPrice()).isPositive();
        assertThat(priced.affords()).isPositive();
        assertThat(priced.stddevs(1)).isNotEmpty();
        assertThat(priced.accuracies()).isNotEmpty();
        try (Chain chain = Chain.start(plan, Schedule.startingAt(0), 1)) {
            chain.watermark(priced.query().window().cellEnd(0));
            assertThat(chain.outcomes().stream()
                            .filter(outcome -> outcome.kind() != Outcome.Kind.EXACT)
                            .map(Outcome::key))
                    .containsExactlyInAnyOrder("a", "b");
        }
    }
}
