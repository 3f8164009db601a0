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
 * The price steps ({@link PriceStep}) by which prices had grown when a state was written. The present plan may continue
 * the state only if it has the same steps, possibly with further steps after them. With other prices, an open cell
 * could get less noise than the noise for which the cell's units were charged, and some of these units may belong to an
 * older period.
 *
 * <p><b>State.</b> One text under the key {@link #KEY}: the number of its form, the currency, and for each step its
 * first period and the amount before it. The text is absent if there are no steps, and in state of builds without price
 * steps.
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
     * Decodes a text that {@link #encode} has returned.
     *
     * @param text the text; null if the state contains none
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

    /** The text of the steps. There must be at least one step. */
    String encode() {
        return FORM + " " + steps.get(0).before().currency().name() + " "
                + steps.stream()
                        .map(step -> step.from() + " " + step.before().femto())
                        .collect(Collectors.joining(" "));
    }

    /**
     * The prices that a plan has after the steps of the state; null if the plan's steps do not begin with these steps.
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
     * Whether a query of a plan has the same prices as in the state.
     *
     * @param query the number of the query in the plan
     * @param share the last share that the query was granted under the plan of the state
     */
    boolean continueIn(Plan plan, int query, Amount share) {
        List<PricedQuery> prices = pricesIn(plan);
        return prices != null && prices.get(query).price().share().equals(share);
    }

    /**
     * The time, epoch milliseconds, from which spans have another price in the plan than in the state; {@link
     * Long#MAX_VALUE} if prices are the same.
     */
    long raisedFrom(Plan plan) {
        return plan.steps().size() > steps.size()
                ? plan.unit().periodStart(plan.steps().get(steps.size()).from())
                : Long.MAX_VALUE;
    }
}
