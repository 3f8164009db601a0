package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Spend;
import dev.weir.operators.testing.Contributions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares neighbours exactly, over 10 000 random plans and streams. Neighbours: all records of one unit (user and period; or
 * one record) are replaced by nothing, every other record stays, and windows close as before.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@SuppressWarnings("ReferenceEquality") // equal records are different records
@Tag("thorough")
class GateSensitivityTest {

    private static final int CASES = 10_000;
    private static final List<Long> NOTHING = List.of();

    @Test
    void one_unit_moves_the_totals_by_its_own_totals_and_within_its_share() {
        for (long seed = 0; seed < CASES; seed++) {
            GateCase random = GateCase.of(seed);
            assertThat(faults(random, random)).as("seed %d", seed).isEmpty();
        }
    }

    /** Tests the fault of accounts by user only, without periods: today's records use up tomorrow's budget. */
    @Test
    void a_gate_that_keeps_state_by_user_alone_is_caught() {
        assertThat(caught(random -> new GateCase(withoutPeriods(random.plan()), random.steps())))
                .isPositive();
    }

    private static Plan withoutPeriods(Plan plan) {
        return new Plan(plan.domain(), PrivacyUnit.USER, plan.budget(), plan.timing(), plan.queries());
    }

    /** Tests the fault of accounts that grant one contribution more than the noise is for. */
    @Test
    void a_gate_that_grants_one_contribution_too_many_is_caught() {
        assertThat(caught(random -> new GateCase(generous(random.plan()), random.steps())))
                .isPositive();
    }

    /** Returns how many of 400 cases are found faulty when the gate gets {@code broken} in place of the case. */
    private static long caught(UnaryOperator<GateCase> broken) {
        long caught = 0;
        for (long seed = 0; seed < 400; seed++) {
            GateCase random = GateCase.of(seed);
            caught += faults(random, broken.apply(random)).isEmpty() ? 0 : 1;
        }
        return caught;
    }

    private static Plan generous(Plan plan) {
        if (plan.unit().isEvent()) {
            return plan;
        }
        var queries = plan.queries().stream()
                .map(PricedQuery::query)
                .map(q -> new dev.weir.operators.query.Query(
                        q.name(),
                        q.version(),
                        q.reads(),
                        q.keys(),
                        q.window(),
                        q.bounds(),
                        q.aggregates(),
                        new Spend(q.spend().share(), q.spend().contributions() + 1),
                        null))
                .toList();
        return Plan.of(plan.domain(), plan.unit(), plan.budget(), plan.timing(), queries);
    }

    /** Describes the faults of a gate that gets {@code gated}, the same stream step for step, while the noise is for the case. */
    private static List<String> faults(GateCase random, GateCase gated) {
        List<String> faults = new ArrayList<>();
        List<Contributions> originals = random.records();
        List<Contributions> records = gated.records();
        Map<String, List<Long>> all = GateRun.of(gated, record -> true).totals();
        for (Predicate<Contributions> unit : units(random)) {
            boolean[] own = new boolean[records.size()];
            for (int i = 0; i < own.length; i++) {
                own[i] = unit.test(originals.get(i));
            }
            Map<String, List<Long>> without =
                    GateRun.of(gated, record -> !own[indexOf(records, record)]).totals();
            Map<String, List<Long>> alone =
                    GateRun.of(gated, record -> own[indexOf(records, record)]).totals();
            Map<String, List<Long>> moved = difference(all, without);
            if (!moved.equals(alone)) {
                faults.add("others' totals moved");
            }
            if (!isWithinShare(random.plan(), moved)) {
                faults.add("share exceeded");
            }
        }
        return faults;
    }

    /** Compares by identity, because equal records are different records. */
    private static int indexOf(List<Contributions> records, Contributions record) {
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) == record) {
                return i;
            }
        }
        throw new AssertionError("every record is one of the stream's");
    }

    /** Returns the unit of the middle record and, if there are few records, those of the first and last one. */
    private static List<Predicate<Contributions>> units(GateCase random) {
        List<Contributions> records = random.records();
        List<Predicate<Contributions>> units = new ArrayList<>();
        int middle = records.size() / 2;
        for (int at : records.size() < 10 ? new TreeSet<>(List.of(0, middle, records.size() - 1)) : List.of(middle)) {
            Contributions one = records.get(at);
            units.add(record -> random.plan().unit().isEvent()
                    ? record == one
                    : Arrays.equals(record.unit(), one.unit())
                            && random.plan().unit().period(record.time())
                                    == random.plan().unit().period(one.time()));
        }
        return units;
    }

    private static Map<String, List<Long>> difference(Map<String, List<Long>> all, Map<String, List<Long>> without) {
        Map<String, List<Long>> moved = new TreeMap<>();
        TreeSet<String> cells = new TreeSet<>(all.keySet());
        cells.addAll(without.keySet());
        for (String cell : cells) {
            List<Long> from = without.getOrDefault(cell, NOTHING);
            List<Long> to = all.getOrDefault(cell, NOTHING);
            List<Long> by = new ArrayList<>();
            for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
                by.add((to.isEmpty() ? 0 : to.get(i)) - (from.isEmpty() ? 0 : from.get(i)));
            }
            if (by.stream().anyMatch(amount -> amount != 0)) {
                moved.put(cell, by);
            }
        }
        return moved;
    }

    private static boolean isWithinShare(Plan plan, Map<String, List<Long>> moved) {
        Fraction[] losses = new Fraction[plan.queries().size()];
        Arrays.fill(losses, Fraction.ZERO);
        moved.forEach((cell, totals) -> {
            int query = Integer.parseInt(cell.substring(0, cell.indexOf('/')));
            long[] amounts = totals.stream().mapToLong(Long::longValue).toArray();
            losses[query] = losses[query].plus(Loss.of(plan.queries().get(query), amounts));
        });
        for (int query = 0; query < losses.length; query++) {
            if (losses[query].compareTo(Loss.share(plan.queries().get(query))) > 0) {
                return false;
            }
        }
        return true;
    }
}
