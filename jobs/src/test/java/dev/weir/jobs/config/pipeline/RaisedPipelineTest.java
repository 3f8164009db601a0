package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerClock;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerRaise;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PriceStep;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a pipeline file whose budget grows under the same versions, with its ledger. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RaisedPipelineTest {

    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final String LARGER = "privacy.budget.epsilon=2";
    private static final String CHANGED =
            "QUERY_CHANGED: under the same version as before these queries read, bound, spend"
                    + " or release something else: hourly (version 1): raise the version, or take the change back";
    private static final String SLIDING = GoodPipeline.TEXT
            .replace("{tumbling: 1h}", "{sliding: 2h, every: 1h}")
            .replace("{keys-per-window: 3, records-per-cell: 1}", "{keys-per-period: 3, records-per-key: 2}");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private String text = GoodPipeline.TEXT;
    private String domain = "3";

    private Plan plan(String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return PipelineFile.read(file, List.of(settings), Purpose.RUN)
                .pipeline()
                .plan();
    }

    private LedgerAccess access() {
        return new LedgerAccess(
                DirectoryLedger.at(folder.toUri().toString()), "p", new Budget.Pure(new BigDecimal(domain)));
    }

    private LedgerLook.Seen look(String... settings) throws Exception {
        return new LedgerLook(access(), plan(settings), SCHEDULE).look(Optional.empty(), true, Optional.empty());
    }

    private @Nullable String refusal(String... settings) throws Exception {
        return look(settings).refusal().map(StartRefused::getMessage).orElse(null);
    }

    private void start(String... settings) throws Exception {
        LedgerLook.Seen seen = look(settings);
        assertThat(seen.refusal()).isEmpty();
        try (Ledger ledger = access().open(seen.plan())) {
            LedgerStart.Place place = new LedgerStart.Place(seen.plan().domain(), "p", "run");
            Start start = Start.of(
                    access().request(seen.plan(), "run", 0),
                    JournalState.empty(seen.plan().domain(), "p"));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
    }

    /** Raises the domain's budget, as {@code weir ledger declare} does. */
    private void raiseDomain(String budget) throws Exception {
        domain = budget;
        Plan plan = plan();
        try (Ledger ledger = access().open(plan)) {
            LedgerClock clock = new LedgerClock(
                    ledger, InstantSource.system(), plan.timing().maxSkewMillis());
            new LedgerRaise(ledger, plan.domain(), access().declaration(plan), clock).drive();
        }
    }

    private static List<String> steps(LedgerLook.Seen seen) {
        return seen.plan().steps().stream()
                .map(step -> step.before().value().stripTrailingZeros().toPlainString())
                .toList();
    }

    private static long tomorrow(Plan plan) {
        return PrivacyUnit.USER_PER_DAY.period(
                        System.currentTimeMillis() + plan.timing().maxSkewMillis())
                + 1;
    }

    @Test
    void a_larger_budget_is_refused_with_what_to_do_before_the_domains_is_raised() throws Exception {
        start();
        assertThat(refusal(LARGER))
                .isEqualTo(CHANGED
                        + "; a larger privacy.budget alone goes on under its version once the domain's budget has"
                        + " been raised: weir ledger declare");
        assertThat(refusal("privacy.budget.epsilon=0.5")).isEqualTo(CHANGED);
    }

    @Test
    void a_larger_budget_goes_on_with_the_prices_of_before_up_to_a_period_that_nobody_has_a_record_of()
            throws Exception {
        start();
        raiseDomain("4");
        long before = tomorrow(plan());
        LedgerLook.Seen seen = look(LARGER);
        assertThat(seen.refusal()).isEmpty();
        assertThat(steps(seen)).containsExactly("1");
        PriceStep step = seen.plan().steps().get(0);
        assertThat(step.from()).isBetween(before, tomorrow(plan()));
        assertThat(step.queries().get(0).price().share())
                .isEqualTo(plan().queries().get(0).price().share());
        assertThat(seen.told()).singleElement().satisfies(line -> assertThat(line)
                .contains("that begin at " + Instant.ofEpochMilli(PrivacyUnit.USER_PER_DAY.periodStart(step.from())))
                .endsWith("earlier ones keep theirs"));
        start(LARGER);
        assertThat(look(LARGER).plan().steps()).isEqualTo(seen.plan().steps());
        assertThat(look(LARGER).told()).isEmpty();
    }

    /** The step that a first start has recorded holds, whatever later files state. */
    @Test
    void what_was_raised_does_not_fall_and_does_not_change() throws Exception {
        start();
        raiseDomain("4");
        start(LARGER);
        assertThat(refusal()).isEqualTo(CHANGED);
        assertThat(refusal("privacy.budget.epsilon=1.5")).isEqualTo(CHANGED);
        assertThat(refusal(LARGER, "queries.0.spend.contributions=7")).isEqualTo(CHANGED);
        assertThat(refusal("queries.0.version=2")).isNull();
        assertThat(refusal(LARGER, "queries.0.version=2")).isNull();
    }

    @Test
    void a_budget_that_is_raised_together_with_something_else_is_refused() throws Exception {
        start();
        raiseDomain("4");
        assertThat(refusal(LARGER, "queries.0.spend.share=0.5")).isEqualTo(CHANGED);
        assertThat(refusal(LARGER, "queries.0.window.tumbling=30m")).isEqualTo(CHANGED);
    }

    @Test
    void a_budget_that_is_raised_again_gets_a_later_step() throws Exception {
        start();
        raiseDomain("4");
        start(LARGER);
        LedgerLook.Seen again = look("privacy.budget.epsilon=3");
        assertThat(again.refusal()).isEmpty();
        assertThat(steps(again)).containsExactly("1", "2");
        assertThat(again.plan().steps().get(1).from())
                .isGreaterThan(again.plan().steps().get(0).from());
        start("privacy.budget.epsilon=3");
        assertThat(steps(look("privacy.budget.epsilon=3"))).containsExactly("1", "2");
    }

    /** A recorded step is permanent, so an implausible time must not postpone it for years. */
    @Test
    void a_ledger_that_is_days_ahead_of_this_clock_is_no_reason_to_put_prices_off() throws Exception {
        start();
        raiseDomain("4");
        FileTime ahead = FileTime.from(Instant.now().plus(Duration.ofDays(3)));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, ahead);
            }
        }
        assertThatThrownBy(() -> look(LARGER))
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith("LEDGER_UNUSABLE: ");
    }

    @Test
    void more_than_the_raised_budget_of_the_domain_is_refused() throws Exception {
        start();
        raiseDomain("4");
        assertThat(refusal("privacy.budget.epsilon=5")).startsWith("LEDGER_BUDGET: ");
    }

    @Test
    void units_without_periods_keep_their_prices() throws Exception {
        text = GoodPipeline.TEXT.replace("user-per-day", "user");
        start();
        assertThat(refusal(LARGER)).isEqualTo(CHANGED + "; units without periods keep their prices");
    }

    /** Sliding windows continue with their present noise; only a new version of them begins with the step. */
    @Test
    void a_series_without_a_reset_keeps_its_price_until_its_version_is_raised() throws Exception {
        text = SLIDING;
        start();
        raiseDomain("4");
        LedgerLook.Seen seen = look(LARGER);
        assertThat(seen.refusal()).isEmpty();
        assertThat(seen.told()).singleElement().satisfies(line -> assertThat(line)
                .endsWith("without a reset: hourly"));
        assertThat(seen.plan().begin(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(seen.plan().priceAt(0, Long.MAX_VALUE)).isZero();
        start(LARGER);
        for (int i = 0; i < 2; i++) {
            Plan next = look(LARGER, "queries.0.version=2").plan();
            long from = next.unit().periodStart(next.steps().get(0).from());
            assertThat(next.begin(0))
                    .isEqualTo(from)
                    .isGreaterThan(Duration.ofHours(1).toMillis());
            assertThat(next.prices(0).get(0)).isEqualTo(next.queries().get(0));
            start(LARGER, "queries.0.version=2");
        }
    }
}
