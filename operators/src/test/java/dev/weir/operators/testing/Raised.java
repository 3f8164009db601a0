package dev.weir.operators.testing;

import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.query.Plan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Plans of units of a day whose budget was raised. */
public final class Raised {

    private Raised() {}

    /** A budget of so much: epsilon, or rho. */
    public static Budget budget(boolean isPure, String amount) {
        return isPure
                ? Plans.pure(amount)
                : new Budget.Concentrated(new BigDecimal(amount), Delta.atMost(new BigDecimal("1e-6")));
    }

    /** A plan with a larger budget from a period on, whose queries without an end keep their price. */
    public static Plan from(long period, Plan before, Plan after) {
        List<ShareStep> steps = new ArrayList<>();
        before.steps().forEach(step -> steps.add(step.share()));
        steps.add(new ShareStep(period, QueryPrice.afford(before.budget())));
        return after.withSteps(steps, prices -> 0);
    }
}
