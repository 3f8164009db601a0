package dev.weir.operators.state.restore;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.Plan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Converts state that was written under an earlier plan to the present plan.
 *
 * <p>A query with the same {@link QueryIdentity} continues unchanged. The open cells of any other restored query are
 * dropped unreleased. The spending of units on such a query is booked into present accounts: first into the account of
 * the query with the same name, then into any account with room. So the old spending and the new accounts together
 * never exceed the budget. If the present plan grants less, some spending may find no room. This spending is kept as an
 * overdraft, which the next plan that grants more books into accounts.
 */
public final class PlanMigration {

    /** The result of {@link #target} for a restored query that does not continue. */
    public static final int NONE = -1;

    private final Plan plan;
    private final List<UnitAccount> accounts;
    private final List<QueryIdentity> restored;
    private final RestoredSteps steps;
    private final List<UnitAccount> spentUnder;
    private final int[] targets;
    private final int[] sameNames;

    /**
     * The accounts of the present queries, by the number of the period in which they apply, because the privacy loss
     * that one part represents differs between periods. There are few entries, because state contains units of few
     * periods.
     */
    private final Map<Long, List<UnitAccount>> worthByPeriod = new HashMap<>();

    PlanMigration(Plan plan, List<QueryIdentity> restored, RestoredSteps steps, Map<String, Integer> current) {
        this.plan = plan;
        this.steps = steps;
        this.accounts = plan.queries().stream().map(priced -> priced.account()).toList();
        this.spentUnder = restored.stream()
                .map(old -> new UnitAccount(old.share(), old.limit()))
                .toList();
        this.restored = restored;
        this.targets = new int[restored.size()];
        this.sameNames = new int[restored.size()];
        match(current);
    }

    private void match(Map<String, Integer> current) {
        for (int i = 0; i < restored.size(); i++) {
            QueryIdentity old = restored.get(i);
            sameNames[i] = current.getOrDefault(old.name(), NONE);
            targets[i] = isSame(old, sameNames[i]) ? sameNames[i] : NONE;
        }
    }

    /**
     * Whether the query, its prices and the parts of its accounts are unchanged. Only in that case spent parts may be
     * copied without conversion. The parts do not change when a budget is raised ({@link
     * dev.weir.operators.query.PriceStep}).
     */
    private boolean isSame(QueryIdentity old, int sameName) {
        return sameName != NONE
                && old.continuesAs(QueryIdentity.of(plan, sameName))
                && steps.continueIn(plan, sameName, old.share());
    }

    /**
     * The time, epoch milliseconds, from which the spans of continuing queries have larger prices than when the state
     * was written; {@link Long#MAX_VALUE} if no price has grown. No noise of a span that begins at or after this time
     * may have been drawn.
     */
    public long raisedFrom() {
        return steps.raisedFrom(plan);
    }

    /**
     * Whether the query with this name continues, so that its open cells are kept.
     *
     * @param query the name of the query
     */
    public boolean continues(String query) {
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] != NONE && restored.get(i).name().equals(query)) {
                return true;
            }
        }
        return false;
    }

    /** The number of queries in the plan under which the state was written. */
    public int restoredQueries() {
        return restored.size();
    }

    /**
     * The number of a restored query in the present plan, or {@link #NONE} if the query does not continue.
     *
     * @param query the number of the query in the plan under which the state was written, from 0
     */
    public int target(int query) {
        return targets[query];
    }

    /**
     * The spending of a unit, as restored from state.
     *
     * @param period the number of the unit's period
     * @param parts for each restored query, the parts of its limit that the unit has spent
     * @param overdraft the unit's overdraft when the state was written, in units of 10<sup>-15</sup> of the currency
     */
    public record Spent(long period, BigInteger[] parts, long overdraft) {}

    /**
     * Books the spending of a unit into its accounts under the present plan.
     *
     * <p>An amount that is booked into an account is divided by the privacy loss that a part of the account represents
     * in the unit's period. Spending under a plan whose prices had grown is converted at the last of these prices. For
     * a unit of an earlier period the result is more than the unit really spent.
     *
     * @param spent the spending of the unit, as restored from state
     * @param words the array that receives the accounts
     * @param places the index of the account of each present query in {@code words}
     * @return the unit's overdraft from now on, in units of 10<sup>-15</sup> of the currency
     */
    public long carryOver(Spent spent, long[] words, int[] places) {
        BigInteger[] parts = spent.parts;
        Entry entry = new Entry(worthByPeriod.computeIfAbsent(spent.period, this::worth), words, places);
        List<Amount> unplaced = new ArrayList<>();
        unplaced.add(new Amount(accounts.get(0).share().currency(), spent.overdraft));
        copyContinuing(parts, words, places);
        for (int i = 0; i < parts.length; i++) {
            if (targets[i] == NONE) {
                unplaced.add(bookSameName(i, spentUnder.get(i).amount(parts[i]), entry));
            }
        }
        return unplaced.stream()
                .mapToLong(amount -> bookAnywhere(amount, entry).femto())
                .reduce(0, Math::addExact);
    }

    private List<UnitAccount> worth(long period) {
        return IntStream.range(0, plan.queries().size())
                .mapToObj(query -> plan.account(query, period))
                .toList();
    }

    private void copyContinuing(BigInteger[] parts, long[] words, int[] places) {
        for (int i = 0; i < parts.length; i++) {
            if (targets[i] != NONE) {
                accounts.get(targets[i]).setParts(words, places[targets[i]], parts[i]);
            }
        }
    }

    /**
     * The accounts of one unit for the present queries in the unit's period, and the places of these accounts in an
     * array of words.
     */
    private record Entry(List<UnitAccount> accounts, long[] words, int[] places) {

        Amount book(int query, Amount amount) {
            return accounts.get(query).book(words, places[query], amount);
        }
    }

    /**
     * Books the spending on a restored query into the account of the query with the same name, and returns the rest.
     */
    private Amount bookSameName(int restoredQuery, Amount amount, Entry entry) {
        int sameName = sameNames[restoredQuery];
        return sameName == NONE ? amount : entry.book(sameName, amount);
    }

    private static Amount bookAnywhere(Amount amount, Entry entry) {
        Amount left = amount;
        for (int query = 0; query < entry.places.length && left.femto() > 0; query++) {
            left = entry.book(query, left);
        }
        return left;
    }
}
