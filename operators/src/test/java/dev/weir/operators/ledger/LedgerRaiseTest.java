package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.BudgetRaise;
import dev.weir.accountant.journal.BudgetRaise.Decision;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PriceStep;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a larger budget in a ledger, and the prices of a pipeline that follow it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerRaiseTest {

    private static final PrivacyUnit UNIT = PrivacyUnit.USER_PER_DAY;

    @TempDir
    Path folder = Path.of("");

    private LedgerAccess access(String budget) {
        return new LedgerAccess(DirectoryLedger.at(folder.toUri().toString()), "p", Plans.pure(budget));
    }

    private static Plan plan(PrivacyUnit unit, String epsilon) {
        return Plans.of(unit, Plans.pure(epsilon), Queries.hourly("trips-p").count());
    }

    private static void start(Ledger ledger, LedgerAccess access, Plan plan) throws Exception {
        LedgerStart.Place place = new LedgerStart.Place(plan.domain(), "p", "run");
        Start start = Start.of(access.request(plan, "run", 0), JournalState.empty(plan.domain(), "p"));
        assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
    }

    private long raise(InstantSource clock) throws Exception {
        Plan plan = plan(UNIT, "1");
        try (Ledger ledger = access("4").open(plan)) {
            LedgerClock present = new LedgerClock(ledger, clock, 0);
            return new LedgerRaise(ledger, plan.domain(), access("4").declaration(plan), present)
                    .drive()
                    .budget()
                    .raises()
                    .get(0)
                    .from();
        }
    }

    /**
     * The raise is decided once before the domain's id is taken, and again while it is held, because a new day may have begun
     * in between.
     */
    @Test
    void a_raise_begins_behind_the_day_in_which_it_is_recorded() throws Exception {
        Plan plan = plan(UNIT, "1");
        try (Ledger ledger = access("3").open(plan)) {
            start(ledger, access("3"), plan);
        }
        long midnight = UNIT.periodEnd(UNIT.period(System.currentTimeMillis()));
        Iterator<Long> times =
                LongStream.iterate(midnight - 1, time -> time + 2).iterator();
        assertThat(raise(() -> Instant.ofEpochMilli(times.next()))).isEqualTo(UNIT.period(midnight) + 1);
    }

    /** Whatever the clocks say, a series with a release about one of its hours has begun. */
    @Test
    void larger_prices_begin_behind_every_period_that_the_pipeline_has_released_anything_about() throws Exception {
        LedgerAccess access = access("3");
        Plan plan = plan(PrivacyUnit.USER_PER_HOUR, "1");
        try (LedgerBench bench = new LedgerBench(access.place(), plan.domain());
                Ledger ledger = access.open(plan)) {
            start(ledger, access, plan);
            BudgetRaise raise = new BudgetRaise(access("4").declaration(plan), 0);
            ledger.takeDomain();
            ledger.writeDomain(List.of(((Decision.Write) raise.decide(bench.view())).entry()));
            for (int hour = 0; hour < 3; hour++) {
                assertThat(ledger.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
            }
            RaisedPlan raised = RaisedPlan.of(plan(PrivacyUnit.USER_PER_HOUR, "2"), bench.view(), "p");
            assertThat(raised.priced(0).steps()).extracting(PriceStep::from).containsExactly(3L);
        }
    }
}
