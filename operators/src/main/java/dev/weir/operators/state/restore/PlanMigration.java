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
 * dropped unreleased, and the spending of units on it is booked into present accounts: first into that of the query of
 * the same name, then into any account with room, so that the old spending and the new accounts together never exceed
 * the budget. Spending that finds no room, because the plan of today grants less, is kept as an overdraft and booked by
 * the next plan that grants more.
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
     * The accounts of the present queries as they are in one period, by the number of that period: what a part of an
     * account is worth differs between periods. There are few entries, because state keeps the units of few periods.
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
     * Whether the query, its prices and the parts of its accounts are the same: only then may spent parts be copied
     * without conversion. Parts stay the same when prices grow: {@link dev.weir.operators.query.PriceStep}.
     */
    private boolean isSame(QueryIdentity old, int sameName) {
        return sameName != NONE
                && old.continuesAs(QueryIdentity.of(plan, sameName))
                && steps.continueIn(plan, sameName, old.share());
    }

    /**
     * The time, epoch milliseconds, from which spans of continuing queries have larger prices than when the state was
     * written; {@link Long#MAX_VALUE} if there is none. No noise of such a span may have been drawn.
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

    /** How many queries the plan had under which the state was written. */
    public int restoredQueries() {
        return restored.size();
    }

    /**
     * The present number of restored query {@code query}, or {@link #NONE} if it does not continue.
     *
     * @param query the number of the query in the plan under which the state was written, from 0
     */
    public int target(int query) {
        return targets[query];
    }

    /**
     * What state says that a unit has spent.
     *
     * @param period the number of the unit's period
     * @param parts for each restored query, the parts of its limit that the unit has spent
     * @param overdraft the unit's overdraft when the state was written, in units of 10<sup>-15</sup> of the currency
     */
    public record Spent(long period, BigInteger[] parts, long overdraft) {}

    /**
     * Books the spending of a unit into its accounts under the present plan.
     *
     * <p>Amounts are booked into accounts as they are worth in the unit's period. What was spent under a plan whose
     * prices had grown counts at the last of them, which is more than what it was in earlier periods.
     *
     * @param spent the spending of the unit, as it was written
     * @param words takes the accounts
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

    /** The accounts of a unit, by the present queries: their worth and their places. */
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
