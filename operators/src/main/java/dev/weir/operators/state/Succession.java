package dev.weir.operators.state;

import dev.weir.accountant.ledger.Quota;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * How restored state goes on under the plan of today.
 *
 * <p>A query with the same fingerprint goes on as it was. Of any other, open cells are dropped unreleased and what units
 * have spent carries over: first to the query of the same name, then to whichever has room, so that the old spending and
 * the new quotas together never exceed the budget.
 */
public final class Succession {

    /** What {@link #successor} says of a query that did not go on. */
    public static final int NONE = -1;

    private final List<Quota> quotas;
    private final List<QueryMark> restored;
    private final int[] successors;
    private final int[] namesakes;

    Succession(Plan plan, List<QueryMark> restored, Map<String, Integer> current) {
        this.quotas =
                plan.queries().stream().map(priced -> priced.price().quota()).toList();
        this.restored = restored;
        this.successors = new int[restored.size()];
        this.namesakes = new int[restored.size()];
        for (int i = 0; i < restored.size(); i++) {
            QueryMark old = restored.get(i);
            namesakes[i] = current.getOrDefault(old.name(), NONE);
            successors[i] = isSame(plan, old, namesakes[i]) ? namesakes[i] : NONE;
            requireSameCurrency(plan, old);
        }
    }

    private static boolean isSame(Plan plan, QueryMark old, int namesake) {
        return namesake != NONE && Fingerprint.of(plan.queries().get(namesake)).equals(old.fingerprint());
    }

    private static void requireSameCurrency(Plan plan, QueryMark old) {
        for (PricedQuery priced : plan.queries()) {
            if (priced.price().share().currency() != old.share().currency()) {
                throw new SuppressRestartsException(new IllegalStateException(
                        "privacy.budget must stay in the currency in which units have already spent, "
                                + old.share().currency()));
            }
        }
    }

    /** How many queries the restored state knew. */
    public int restoredQueries() {
        return restored.size();
    }

    /** The number today of restored query number {@code query}, or {@link #NONE} if its cells are dropped. */
    public int successor(int query) {
        return successors[query];
    }

    /**
     * A unit's accounts under the plan of today.
     *
     * @param spent its accounts as restored, {@link Quota#WORDS} words a restored query
     */
    public long[] carryOver(long[] spent) {
        long[] accounts = new long[quotas.size() * Quota.WORDS];
        List<Amount> homeless = new ArrayList<>();
        for (int i = 0; i < restored.size(); i++) {
            if (successors[i] != NONE) {
                System.arraycopy(spent, i * Quota.WORDS, accounts, successors[i] * Quota.WORDS, Quota.WORDS);
            }
        }
        for (int i = 0; i < restored.size(); i++) {
            if (successors[i] == NONE) {
                QueryMark old = restored.get(i);
                Amount amount = Quota.spent(old.share(), old.limit(), spent, i * Quota.WORDS);
                homeless.add(namesakes[i] == NONE ? amount : book(accounts, namesakes[i], amount));
            }
        }
        homeless.forEach(amount -> bookAnywhere(accounts, amount));
        return accounts;
    }

    private Amount book(long[] accounts, int query, Amount amount) {
        return quotas.get(query).book(accounts, query * Quota.WORDS, amount);
    }

    private void bookAnywhere(long[] accounts, Amount amount) {
        Amount left = amount;
        for (int query = 0; query < quotas.size() && left.femto() > 0; query++) {
            left = book(accounts, query, left);
        }
    }
}
