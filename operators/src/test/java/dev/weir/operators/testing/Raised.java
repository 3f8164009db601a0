package dev.weir.operators.testing;

import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.query.Plan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Creates plans whose units are per day and whose budget was raised. */
public final class Raised {

    private Raised() {}

    /** Returns a budget of the given amount of epsilon, or of rho. */
    public static Budget budget(boolean isPure, String amount) {
        return isPure
                ? Plans.pure(amount)
                : new Budget.Concentrated(new BigDecimal(amount), Delta.atMost(new BigDecimal("1e-6")));
    }

    /** Returns a plan with a larger budget from a period on. Its queries without an end keep their price. */
    public static Plan from(long period, Plan before, Plan after) {
        List<ShareStep> steps = new ArrayList<>();
        before.steps().forEach(step -> steps.add(step.share()));
        steps.add(new ShareStep(period, QueryPrice.afford(before.budget())));
        return after.withSteps(steps, prices -> 0);
    }
}
