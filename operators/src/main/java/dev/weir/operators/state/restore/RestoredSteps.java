package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PriceStep;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps by which prices had grown when state was written. They decide whether the present plan may continue the
 * state: it must have the same prices, possibly with further steps after them. With other prices an open cell could get
 * less noise than was fixed for its units, some of an older period.
 *
 * <p><b>State.</b> Under the key {@link #KEY} one text: the number of its form, the currency, and for each step its
 * first period and the amount before it. Absent without steps, and in state of builds that knew none.
 *
 * @param steps the steps in their order
 */
record RestoredSteps(List<ShareStep> steps) {

    /** The key of the steps in state. */
    static final String KEY = "steps";

    private static final String FORM = "1";

    RestoredSteps {
        steps = List.copyOf(steps);
    }

    /** The steps of a plan. */
    static RestoredSteps of(Plan plan) {
        return new RestoredSteps(plan.steps().stream().map(PriceStep::share).toList());
    }

    /**
     * Reads what {@link #encode} has written.
     *
     * @param text null if state has none
     */
    static RestoredSteps decode(@Nullable String text) {
        List<String> words = text == null ? List.of() : List.of(text.split(" ", -1));
        if (words.isEmpty()) {
            return new RestoredSteps(List.of());
        }
        if (!words.get(0).equals(FORM)) {
            throw new IllegalStateException("steps must have form " + FORM + ", had " + words.get(0));
        }
        Currency currency = Currency.valueOf(words.get(1));
        List<ShareStep> steps = new ArrayList<>();
        for (int i = 2; i < words.size(); i += 2) {
            Amount before = new Amount(currency, Long.parseLong(words.get(i + 1)));
            steps.add(new ShareStep(Long.parseLong(words.get(i)), before));
        }
        return new RestoredSteps(steps);
    }

    /** The text of the steps, for plans that have some. */
    String encode() {
        return FORM + " " + steps.get(0).before().currency().name() + " "
                + steps.stream()
                        .map(step -> step.from() + " " + step.before().femto())
                        .collect(Collectors.joining(" "));
    }

    /**
     * The prices in a plan of the cells that were open when the state was written; null if the plan does not begin with
     * these steps.
     */
    private @Nullable List<PricedQuery> pricesIn(Plan plan) {
        List<ShareStep> today = of(plan).steps;
        boolean begins =
                today.size() >= steps.size() && today.subList(0, steps.size()).equals(steps);
        if (!begins) {
            return null;
        }
        return today.size() == steps.size()
                ? plan.queries()
                : plan.steps().get(steps.size()).queries();
    }

    /**
     * Whether a query of a plan has the prices that it had in the state.
     *
     * @param query the number of the query in the plan
     * @param share the share that it was granted last
     */
    boolean continueIn(Plan plan, int query, Amount share) {
        List<PricedQuery> prices = pricesIn(plan);
        return prices != null && prices.get(query).price().share().equals(share);
    }

    /**
     * The time, epoch milliseconds, from which spans have another price in the plan than in the state; {@link
     * Long#MAX_VALUE} if there is none.
     */
    long raisedFrom(Plan plan) {
        return plan.steps().size() > steps.size()
                ? plan.unit().periodStart(plan.steps().get(steps.size()).from())
                : Long.MAX_VALUE;
    }
}
