package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which records of a unit the gate accepts where noise belongs to a series, and what the unit is charged. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesGateTest {

    private static final long HOUR = Plans.HOUR;
    private static final int RESET = 12;
    private static final String[] KEYS = {"a", "b", "c", "d"};

    private static Totals running() {
        return Totals.running("q", RESET).resetting(Duration.ofHours(RESET)).keys(KEYS);
    }

    /** Tests random bounds, clamps, prices and units, with records of four units, late and on time, and restarts. */
    @Test
    void every_decision_is_that_of_a_recount_in_exact_arithmetic() throws IOException {
        int capped = 0;
        int unaffordable = 0;
        int closed = 0;
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Plan plan = randomPlan(random);
            GateRun run = new GateRun(plan);
            NaiveSeriesGate naive = new NaiveSeriesGate(Totals.priced(plan, 0));
            for (int i = 0; i < 120; i++) {
                record(random, plan, i * HOUR / 4, run, naive);
            }
            assertThat(run.totals()).as("seed " + seed).isEqualTo(naive.totals());
            assertThat(run.counters().of(0, RecordOutcome.CAP)).isEqualTo(naive.capped);
            assertThat(run.counters().of(0, RecordOutcome.ACCOUNT)).isEqualTo(naive.unaffordable);
            assertThat(run.counters().of(0, Rejection.BELOW_FLOOR)).isEqualTo(naive.closed);
            capped += naive.capped;
            unaffordable += naive.unaffordable;
            closed += naive.closed;
        }
        assertThat(List.of(capped, unaffordable, closed)).allMatch(times -> times > 500);
    }

    private static Plan randomPlan(SplittableRandom random) {
        Totals query = running()
                .bounded(1 + random.nextInt(4), 1 + random.nextInt(5), random.nextInt(4))
                .contributions(1 + random.nextInt(8))
                .count();
        query = switch (random.nextInt(3)) {
            case 0 -> query.with(Queries.clamped(-5, 5));
            case 1 -> query.with(Queries.unitClamped(-4, 7));
            default -> query;
        };
        PrivacyUnit unit = random.nextBoolean() ? PrivacyUnit.USER : PrivacyUnit.USER_PER_DAY;
        return Totals.plan(unit, Plans.PURE, query);
    }

    private static void record(SplittableRandom random, Plan plan, long now, GateRun run, NaiveSeriesGate naive)
            throws IOException {
        if (random.nextInt(12) == 0) {
            run.close(now - HOUR);
            naive.close(now - HOUR);
        } else if (random.nextInt(12) == 0) {
            run.restart(new OpenKeys(plan));
        } else {
            long time = Math.max(0, now - random.nextInt(3) * HOUR);
            String user = "user" + random.nextInt(2);
            int key = random.nextInt(KEYS.length);
            long[] amounts = plan.queries().get(0).query().aggregates().size() == 1
                    ? new long[] {1}
                    : new long[] {1, random.nextInt(-5, 6)};
            run.add(Chain.record(plan, user, time, 0, key, amounts));
            naive.add(user + plan.unit().period(time), key, time, amounts);
        }
    }

    /**
     * Under Gaussian noise, random streams of one unit give a pattern u of every key and series. Its realised cost (||C u|| +
     * r)&sup2; / (2 sigma&sup2;) is computed from the coefficients of C, one after another.
     */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "3, 2, 0", "2, 4, 3", "4, 20, 0", "2, 100, 0", "2, 30, 1"})
    void a_unit_never_loses_more_than_its_share_whatever_it_sends(int keys, int records, int separation) {
        double most = 0;
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Plan plan = Totals.plan(
                    PrivacyUnit.USER,
                    Plans.GAUSSIAN,
                    running()
                            .bounded(keys, records, separation)
                            .contributions(1 + random.nextInt(5))
                            .count()
                            .with(Queries.clamped(-9, 9)));
            GateRun run = new GateRun(plan);
            for (int i = 0; i < 150; i++) {
                long time = i * HOUR / 5 + random.nextInt(3) * HOUR;
                long amount = random.nextInt(3) == 0 ? random.nextInt(-9, 10) : 9;
                run.add(Chain.record(plan, "ada", time, 0, random.nextInt(KEYS.length), 1, amount));
            }
            PricedTotals priced = Totals.priced(plan, 0);
            double spent = realised(priced, run.totals())
                    / priced.price().share().value().doubleValue();
            assertThat(spent).as("seed " + seed).isLessThanOrEqualTo(1 + 1e-9);
            most = Math.max(most, spent);
        }
        assertThat(most).isGreaterThan(0.3);
    }

    /** Returns the realised loss in units of the currency, over all keys, series and aggregates. */
    private static double realised(PricedTotals priced, Map<String, List<Long>> totals) {
        Map<String, double[]> patterns = new TreeMap<>();
        totals.forEach((name, amounts) -> {
            List<String> parts = List.of(name.split("/", -1));
            long end = Long.parseLong(parts.get(2));
            for (int a = 0; a < amounts.size(); a++) {
                String series =
                        a + "/" + parts.get(1) + "/" + priced.query().window().spanEnd(end);
                int step = (int) priced.query().window().step(end, 0);
                patterns.computeIfAbsent(series, unknown -> new double[RESET + 1])[step] += amounts.get(a);
            }
        });
        return patterns.entrySet().stream()
                .mapToDouble(pattern -> {
                    int aggregate = Integer.parseInt(pattern.getKey().substring(0, 1));
                    return realised((BltNoise) priced.series().noise(aggregate), pattern.getValue());
                })
                .sum();
    }

    private static double realised(BltNoise noise, double[] pattern) {
        Blt blt = noise.blt();
        double squared = 0;
        for (int step = 1; step <= RESET; step++) {
            double moved = 0;
            for (int at = 1; at <= step; at++) {
                moved += blt.coefficient(step - at) * pattern[at];
            }
            squared += moved * moved;
        }
        double stddev = noise.stddev(1);
        double sigmaSquared = (stddev * stddev - 1.0 / 12) / blt.variance(1);
        double norm = squared == 0 ? 0 : Math.sqrt(squared) + noise.perKey();
        return norm * norm / (2 * sigmaSquared);
    }

    /**
     * The noise is such that the worst admitted pattern fits, its last record included, or as many records as the unit pays
     * for.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, 0, 2", "2, 3, 0, 100", "3, 4, 2, 1000", "1, 12, 1, 99", "4, 5, 0, 7", "1, 40, 0, 1600"})
    void full_size_records_on_keys_of_their_own_fit_and_so_does_the_worst_pattern(
            int keys, int records, int separation, int contributions) {
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            Plan plan = Totals.plan(
                    PrivacyUnit.USER,
                    budget,
                    running()
                            .bounded(keys, records, separation)
                            .contributions(contributions)
                            .count()
                            .with(Queries.clamped(-9, 9)));
            int apart = Math.min(keys, contributions);
            assertThat(counted(plan, apart, 1, separation, false)).isEqualTo(apart);
            boolean isWorst = (long) contributions >= (long) keys * records * records;
            if (isWorst) {
                assertThat(counted(plan, keys, records, separation, false)).isEqualTo((long) keys * records);
                assertThat(counted(plan, keys, records, separation, true)).isEqualTo((long) keys * records);
            }
        }
    }

    /**
     * Returns how many full-size records count, of a number of records under each of a number of keys, as close together as
     * the bounds allow.
     */
    private static long counted(Plan plan, int keys, int records, int separation, boolean backwards) {
        GateRun run = new GateRun(plan);
        for (int i = 0; i < records; i++) {
            for (int key = 0; key < keys; key++) {
                long step = (long) separation * (backwards ? records - 1 - i : i);
                run.add(Chain.record(plan, "ada", step % RESET * HOUR, 0, key, 1, -9));
            }
        }
        return run.counted();
    }

    /** Tests a fault: the noise is for one participation, and a unit participates twice. */
    @Test
    void noise_for_one_participation_does_not_cover_two() {
        Plan once = Totals.plan(
                PrivacyUnit.USER, Plans.GAUSSIAN, running().bounded(1, 1, 0).count());
        PricedTotals priced = Totals.priced(once, 0);
        Map<String, List<Long>> twice = Map.of("0/a/" + HOUR, List.of(1L), "0/a/" + 2 * HOUR, List.of(1L));
        assertThat(realised(priced, twice))
                .isGreaterThan(2 * priced.price().share().value().doubleValue());
    }

    /** Each record is refused for a different reason: records of a key, steps that are too close, keys, and the account. */
    @Test
    void a_refused_record_changes_nothing() {
        Plan plan = Totals.plan(
                PrivacyUnit.USER,
                Plans.GAUSSIAN,
                running().bounded(3, 2, 2).contributions(4).count());
        GateRun run = new GateRun(plan);
        for (long time : new long[] {0, 3 * HOUR}) {
            run.add(Chain.record(plan, "ada", time, 0, 0, 1));
        }
        run.add(Chain.record(plan, "ada", 3 * HOUR, 0, 1, 1));
        long counted = run.counted();
        byte[] state = run.state();
        run.add(Chain.record(plan, "ada", 9 * HOUR, 0, 0, 1));
        run.add(Chain.record(plan, "ada", 4 * HOUR, 0, 1, 1));
        run.add(Chain.record(plan, "ada", 2 * HOUR, 0, 1, 1));
        run.add(Chain.record(plan, "ada", 9 * HOUR, 0, 1, 1));
        assertThat(run.state()).isEqualTo(state);
        assertThat(run.counted()).isEqualTo(counted).isEqualTo(3);
        assertThat(run.counters().of(0, RecordOutcome.CAP)).isEqualTo(3);
        assertThat(run.counters().of(0, RecordOutcome.ACCOUNT)).isEqualTo(1);
    }

    /** A lifetime unit keeps its keys as long as a series lasts; a unit of a day is forgotten when the day is over. */
    @Test
    void what_is_kept_of_a_unit_goes_with_the_series_or_with_the_unit() {
        Totals endless = Totals.running("q", 24)
                .keys(KEYS)
                .bounded(4, 3, 1)
                .contributions(100)
                .count();
        GateRun lifetime = new GateRun(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, endless));
        GateRun daily = new GateRun(Totals.plan(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, endless));
        GateRun reset =
                new GateRun(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, endless.resetting(Duration.ofHours(RESET))));
        for (GateRun run : List.of(lifetime, daily, reset)) {
            for (int user = 0; user < 30; user++) {
                run.add(Chain.record(
                        Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, endless), "user" + user, HOUR, 0, user % 4, 1));
            }
            run.state();
        }
        int empty = new GateRun(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, endless)).state().length;
        int kept = lifetime.state().length;
        for (GateRun run : List.of(lifetime, daily, reset)) {
            run.close(2 * Plans.DAY);
        }
        assertThat(lifetime.state().length).isEqualTo(kept);
        assertThat(lifetime.units()).isEqualTo(30);
        assertThat(daily.units()).isZero();
        assertThat(daily.state().length).isLessThan(empty + 100);
        assertThat(reset.units()).isEqualTo(30);
        assertThat(reset.state().length).isLessThan(kept - 30 * 8 * Long.BYTES);
    }
}
