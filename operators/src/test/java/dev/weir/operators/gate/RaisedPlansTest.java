package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Plans that follow each other at random around a raise of the budget from 1 to 4 with the third day, and a unit that sends more than it may.
 * Every hour is released before the next one, so all that counts is lost.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RaisedPlansTest {

    private static final long HOUR = Plans.HOUR;
    private static final int DAY = 2;
    private static final int RUNS = 24;
    private static final Schedule SCHEDULE = Schedule.startingAt(24 * HOUR);

    /** One of them is a running total without a reset: it gets no record, but others' spending may be booked in its account. */
    private static final List<String> NAMES = List.of("one", "two", "three", "endless");

    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, Query> asked = new HashMap<>();
    private final Map<String, BigDecimal> shares = new HashMap<>();
    private final Map<Long, BigDecimal> lost = new HashMap<>();

    /** The version of the running total that is older than the raise; 0 if there is none. */
    private int olderTotal;

    /** Some of the queries, in some order: some as they were, the others in another version. */
    private List<Query> next(Random random) {
        List<String> names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        List<Query> queries = new ArrayList<>();
        BigDecimal left = BigDecimal.ONE.subtract(new BigDecimal("0.1"));
        for (String name : names.subList(0, 3)) {
            BigDecimal known = shares.getOrDefault(name, BigDecimal.ONE);
            boolean isKept = random.nextBoolean() && known.compareTo(left) < 0;
            BigDecimal share = isKept
                    ? known
                    : left.multiply(BigDecimal.valueOf(1 + random.nextInt(8))).movePointLeft(1);
            left = left.subtract(share);
            Query fresh = query(name, share, random);
            queries.add(isKept ? asked.getOrDefault(name, fresh) : fresh);
        }
        shares.clear();
        asked.clear();
        queries.forEach(query -> asked.put(query.name(), query));
        queries.forEach(query ->
                shares.put(query.name(), Objects.requireNonNull(query.spend().share())));
        return queries;
    }

    private Query query(String name, BigDecimal share, Random random) {
        int version = versions.merge(name, 1, Integer::sum);
        if (name.equals("endless")) {
            return shared(Totals.running(name, 24).count().query(), share, version);
        }
        return Queries.hourly(name)
                .share(share.toPlainString())
                .count()
                .contributions(List.of(1, 2, 4, 5, 8, 10).get(random.nextInt(6)))
                .version(version)
                .query();
    }

    private static Query shared(Query query, BigDecimal share, int version) {
        return new Query(
                query.name(),
                version,
                query.reads(),
                query.keys(),
                query.window(),
                query.bounds(),
                query.aggregates(),
                new Spend(share, query.spend().contributions()),
                query.keyAccount());
    }

    private Plan plan(boolean isRaised, Random random) {
        List<Query> queries = next(random);
        Plan plan = Plan.of("test", PrivacyUnit.USER_PER_DAY, Plans.pure(isRaised ? "4" : "1"), Plans.TIMING, queries);
        if (!isRaised) {
            olderTotal = queries.stream()
                    .filter(query -> query.name().equals("endless"))
                    .mapToInt(Query::version)
                    .findFirst()
                    .orElse(0);
            return plan;
        }
        ShareStep step = new ShareStep(DAY, QueryPrice.afford(Plans.PURE));
        return plan.withSteps(List.of(step), prices -> prices.get(0).query().version() == olderTotal ? 0 : 1);
    }

    private void hour(Chain chain, Plan plan, long hour, Random random) throws Exception {
        for (int i = 0; i < 8; i++) {
            int query = random.nextInt(plan.queries().size());
            if (!isEndless(plan, query)) {
                chain.add(Chain.record(plan, "ada", hour * HOUR + i, query, 0, 1));
            }
        }
        chain.watermark((hour + 1) * HOUR);
        for (int query = 0; query < plan.queries().size(); query++) {
            if (!isEndless(plan, query)) {
                lose(chain, plan, query, hour);
            }
        }
    }

    private static boolean isEndless(Plan plan, int query) {
        return plan.windows().get(query).sharesNoise();
    }

    private void lose(Chain chain, Plan plan, int query, long hour) {
        long end = (hour + 1) * HOUR;
        List<Long> total = chain.totals().getOrDefault(query + "/a/" + end, List.of(0L));
        PricedQuery price = plan.prices(query).get(plan.priceAt(query, end));
        BigDecimal each = price.price()
                .share()
                .value()
                .divide(BigDecimal.valueOf(price.price().contributions()));
        lost.merge(hour / 24, each.multiply(BigDecimal.valueOf(total.get(0))), BigDecimal::add);
    }

    @Test
    void a_unit_loses_at_most_the_budget_of_its_day_whatever_plans_follow_each_other() throws Exception {
        Random random = new Random(3);
        BigDecimal most = BigDecimal.ZERO;
        for (int run = 0; run < RUNS; run++) {
            lost.clear();
            versions.clear();
            asked.clear();
            shares.clear();
            run(random);
            assertThat(lost(1)).as("day before").isLessThanOrEqualTo(BigDecimal.ONE);
            assertThat(lost(2)).as("day after").isLessThanOrEqualTo(new BigDecimal("4"));
            most = most.max(lost(2));
        }
        assertThat(most).as("some unit of the last day spends nearly all").isGreaterThan(new BigDecimal("3"));
    }

    private BigDecimal lost(long day) {
        return lost.getOrDefault(day, BigDecimal.ZERO);
    }

    private void run(Random random) throws Exception {
        int raised = 26 + random.nextInt(21);
        Plan plan = plan(false, random);
        try (Chain chain = Chain.start(plan, SCHEDULE, 1)) {
            for (long hour = 24; hour < 60; hour++) {
                if (hour == raised || random.nextInt(6) == 0) {
                    plan = plan(hour >= raised, random);
                    chain.restore(chain.checkpoint(), 1, plan, SCHEDULE);
                }
                hour(chain, plan, hour, random);
            }
        }
    }
}
