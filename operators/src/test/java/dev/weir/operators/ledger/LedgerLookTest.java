package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerLookTest {

    private static final Schedule SCHEDULE = Schedule.startingAt(10 * Plans.DAY + 5 * Plans.HOUR);

    private static final String RUN = LedgerStart.Place.runOf("f0", "graph");

    @TempDir
    Path folder = Path.of("");

    private LedgerAccess access(String pipeline, @Nullable Budget budget) {
        return new LedgerAccess(DirectoryLedger.at(folder.toUri().toString()), pipeline, budget);
    }

    private static Plan plan(String query, String epsilon) {
        return Plans.of(
                PrivacyUnit.USER_PER_DAY,
                Plans.pure(epsilon),
                Queries.hourly(query).count().keyAccount("2", Duration.ofDays(7)));
    }

    /** Starts a pipeline without state, and closes its ledger. */
    private StartStep start(LedgerAccess access, Plan plan) throws Exception {
        try (Ledger ledger = access.open(plan)) {
            return start(ledger, access, plan);
        }
    }

    private static StartStep start(Ledger ledger, LedgerAccess access, Plan plan) throws Exception {
        return start(ledger, access, plan, LedgerAccess.firstPeriod(plan, SCHEDULE));
    }

    private static StartStep start(Ledger ledger, LedgerAccess access, Plan plan, long from) throws Exception {
        LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), RUN);
        Start start =
                Start.of(access.request(plan, place.run(), from), JournalState.empty(plan.domain(), access.pipeline()));
        return new LedgerStart(ledger, place, start).drive();
    }

    @Test
    void a_claim_begins_with_the_period_of_the_earliest_window() {
        assertThat(LedgerAccess.firstPeriod(plan("q", "1"), SCHEDULE)).isEqualTo(10);
        Plan wide = Plans.daily(
                Queries.hourly("q").count(),
                Queries.hourly("wide").count().every(Duration.ofDays(3)).contributions(3));
        assertThat(LedgerAccess.firstPeriod(wide, SCHEDULE)).isEqualTo(9);
        Plan forever =
                Plans.of(PrivacyUnit.USER, Plans.PURE, Queries.hourly("q").count());
        assertThat(LedgerAccess.firstPeriod(forever, SCHEDULE)).isZero();
    }

    @Test
    void a_request_names_the_domains_budget_the_pipelines_share_and_the_accounts_of_its_keys() {
        Plan plan = plan("q", "0.5");
        var request = access("p", Plans.pure("3")).request(plan, "run", 10);
        assertThat(request.declaration().budget().value()).isEqualByComparingTo("3");
        Claim claim = request.claim();
        assertThat(claim.share().value()).isEqualByComparingTo("0.5");
        assertThat(claim.queries())
                .containsExactly(new QueryTerms(
                        "q",
                        Amount.atMost(claim.share().currency(), new BigDecimal("2")),
                        7 * Plans.DAY,
                        Fingerprint.meaning(plan.queries().get(0))));
        assertThat(access("p", null).request(plan, "run", 10).declaration().budget())
                .isEqualTo(claim.share());
    }

    @Test
    void a_second_pipeline_that_would_exceed_the_domains_budget_is_told_the_sum() throws Exception {
        Budget domain = Plans.pure("1.2");
        assertThat(start(access("first", domain), plan("q", "1"))).isInstanceOf(StartStep.Go.class);
        LedgerLook look = new LedgerLook(access("second", domain), plan("other", "0.5"), SCHEDULE);
        assertThat(look.look(Optional.empty(), false, Optional.empty()).refusal())
                .hasValueSatisfying(refusal -> assertThat(refusal)
                        .hasMessageStartingWith(
                                "LEDGER_BUDGET: period 1970-01-11: first epsilon 1 + second epsilon 0.5 exceeds"
                                        + " domain epsilon 1.2"));
        LedgerLook smaller = new LedgerLook(access("second", domain), plan("other", "0.2"), SCHEDULE);
        assertThat(smaller.look(Optional.empty(), false, Optional.empty()).refusal())
                .isEmpty();
        assertThat(start(access("second", domain), plan("other", "0.2"))).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void another_declaration_is_refused() throws Exception {
        start(access("first", null), plan("q", "1"));
        assertThat(new LedgerLook(access("second", null), plan("other", "2"), SCHEDULE)
                        .look(Optional.empty(), false, Optional.empty())
                        .refusal())
                .hasValueSatisfying(refusal -> assertThat(refusal).hasMessageStartingWith("LEDGER_DECLARATION: "));
    }

    /** The owner of this test has a heartbeat. A look takes no ids, so the owner can still write. */
    @Test
    void a_live_owner_is_left_alone() throws Exception {
        LedgerAccess access = access("p", null);
        Plan plan = plan("q", "1");
        try (Ledger owner = access.open(plan)) {
            StartStep.Go go = (StartStep.Go) start(owner, access, plan);
            owner.showLife(go.resumePoint().owner(), () -> {});
            assertThat(new LedgerLook(access, plan, SCHEDULE)
                            .look(Optional.empty(), true, Optional.empty())
                            .refusal())
                    .hasValueSatisfying(refusal -> assertThat(refusal)
                            .hasMessage(
                                    "LEDGER_OWNED: pipeline p belongs to run f0-graph: stop that run, or leave the pipeline"
                                            + " to it"));
            assertThat(owner.writePipeline(Committer.of("p", go.resumePoint()).retirement().stream()
                            .toList()))
                    .isEqualTo(Ledger.Result.WRITTEN);
        }
        assertThat(new LedgerLook(access, plan, SCHEDULE)
                        .look(Optional.empty(), true, Optional.empty())
                        .refusal())
                .isEmpty();
    }

    /** A job manager that takes over starts the job again before it submits it. */
    @Test
    void a_live_owner_that_is_the_job_itself_is_no_obstacle() throws Exception {
        LedgerAccess access = access("p", null);
        Plan plan = plan("q", "1");
        try (Ledger owner = access.open(plan)) {
            StartStep.Go go = (StartStep.Go) start(owner, access, plan);
            owner.showLife(go.resumePoint().owner(), () -> {});
            LedgerLook look = new LedgerLook(access, plan, SCHEDULE);
            assertThat(look.look(Optional.empty(), true, Optional.of("f0")).refusal())
                    .isEmpty();
            assertThat(look.look(Optional.empty(), true, Optional.of("f")).refusal())
                    .hasValueSatisfying(refusal -> assertThat(refusal).hasMessageStartingWith("LEDGER_OWNED: "));
            assertThat(look.look(Optional.empty(), false, Optional.of("f00")).refusal())
                    .isPresent();
        }
    }

    /**
     * This is the case of a job manager that takes over: the job has been started again, and writes while its submission is
     * repeated.
     */
    @Test
    void what_the_job_itself_writes_during_the_look_is_no_obstacle() throws Exception {
        LedgerAccess access = access("p", null);
        Plan plan = plan("trips-p", "1");
        try (LedgerBench bench = new LedgerBench(access.place(), plan.domain());
                Ledger owner = access.open(plan)) {
            StartStep.Go go = (StartStep.Go) start(owner, access, plan, 0);
            owner.showLife(go.resumePoint().owner(), () -> {});
            Callable<Ledger.Result> write = () -> owner.writePipeline(bench.batch("p", 1));
            LedgerAccess looking = new LedgerAccess(
                    (domain, pipeline) -> writingAfterReads(access.place().open(domain, pipeline), write), "p", null);
            LedgerLook look = new LedgerLook(looking, plan, SCHEDULE);
            assertThat(look.look(Optional.empty(), true, Optional.of("f0")).refusal())
                    .isEmpty();
            assertThat(look.look(Optional.empty(), false, Optional.of("f0")).refusal())
                    .isEmpty();
            assertThat(bench.view().pipeline("p").tip().sequence()).isEqualTo(2);
        }
    }

    /** Reading the ledger is enough to refuse, so no job is submitted that would end a moment later. */
    @Test
    void a_state_that_is_older_than_the_ledger_is_refused_before_anything_is_started() throws Exception {
        LedgerAccess access = access("p", null);
        Plan plan = plan("trips-p", "1");
        JournalState old;
        try (LedgerBench bench = new LedgerBench(access.place(), plan.domain());
                Ledger owner = access.open(plan)) {
            StartStep.Go go = (StartStep.Go) start(owner, access, plan, 0);
            old = go.resumePoint().state();
            assertThat(owner.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
        }
        LedgerLook look = new LedgerLook(access, plan, SCHEDULE);
        assertThat(look.look(Optional.of(old), true, Optional.empty()).refusal())
                .hasValueSatisfying(refusal -> assertThat(refusal).hasMessageStartingWith("LEDGER_AHEAD: "));
        assertThat(look.look(Optional.empty(), true, Optional.empty()).refusal())
                .as("a state that nobody here can read")
                .isEmpty();
    }

    private static Ledger writingAfterReads(Ledger ledger, Callable<Ledger.Result> write) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object answer = method.invoke(ledger, arguments);
            if (method.getName().equals("read")) {
                assertThat(write.call()).isEqualTo(Ledger.Result.WRITTEN);
            }
            return answer;
        };
        return (Ledger) Proxy.newProxyInstance(Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, handler);
    }
}
