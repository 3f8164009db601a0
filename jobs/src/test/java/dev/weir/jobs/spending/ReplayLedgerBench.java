package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.state.restore.StartRefused;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** A ledger of replays in a folder of the test, and spending records for it. */
abstract class ReplayLedgerBench {

    static final long DAY = 86_400_000;
    static final long MONDAY = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    static final Budget ONE = pure("1");
    static final Budget GAUSSIAN = new Budget.Approximate(BigDecimal.ONE, delta("0.000001"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path dir;

    static Budget pure(String epsilon) {
        return new Budget.Pure(new BigDecimal(epsilon));
    }

    static Delta delta(String value) {
        return Delta.atMost(new BigDecimal(value));
    }

    static ReplayPeriods days(int first, int count) {
        long from = MONDAY + first * DAY;
        return new ReplayPeriods(PrivacyUnit.USER_PER_DAY, from, from + count * DAY);
    }

    ReplaySpending spending(String pipeline, ReplayPeriods periods, Budget budget) {
        return spending(pipeline, periods, budget, null);
    }

    ReplaySpending spending(String pipeline, ReplayPeriods periods, Budget budget, @Nullable Budget domain) {
        return spending(
                query(pipeline + "-q", "0a"), periods, budget, domain == null ? null : BudgetSplit.ofNoise(domain));
    }

    /** What a pipeline spends that is named after its only query. */
    ReplaySpending spending(ReplayQuery query, ReplayPeriods periods, Budget budget, @Nullable BudgetSplit domain) {
        String pipeline = query.name().replace("-q", "");
        Path out = dir.resolve("out-" + pipeline);
        return new ReplaySpending(
                pipeline,
                UnitName.of("rider"),
                periods,
                budget,
                domain,
                List.of(query),
                out,
                Instant.parse("2026-05-01T10:00:00Z"));
    }

    static ReplayQuery query(String name, String cells) {
        return new ReplayQuery(name, 1, cells);
    }

    static ReplaySpending by(UnitName unit, ReplaySpending of) {
        return new ReplaySpending(
                of.pipeline(), unit, of.periods(), of.budget(), of.domainBudget(), of.queries(), of.out(), of.at());
    }

    static ReplaySpending releasing(ReplayQuery query, ReplaySpending of) {
        return new ReplaySpending(
                of.pipeline(),
                of.unitName(),
                of.periods(),
                of.budget(),
                of.domainBudget(),
                List.of(query),
                of.out(),
                of.at());
    }

    ReplayLedger ledger() {
        return ReplayLedger.beside(dir.resolve("out"), "rides");
    }

    SpendingReceipt charge(ReplaySpending asked) {
        return ledger().charge(asked, false);
    }

    static void assertRefused(StartRefused.Code code, ThrowingCallable call, String... words) {
        StartRefused refused = catchThrowableOfType(StartRefused.class, call);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.getMessage()).hasLineCount(1).startsWith(code + ": ");
        assertThat(words).allSatisfy(word -> assertThat(refused.getMessage()).contains(word));
    }
}
