package dev.weir.operators.gate;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.List;

/**
 * Where a unit's words lie in its row: two of its id, one of its period and id length, its account for each query, and
 * for each query with a bound per period one word that counts cells and windows.
 */
final class RowLayout {

    static final int ID_HIGH = 0;
    static final int ID_LOW = 1;
    static final int PERIOD = 2;

    static final int FIRST_ACCOUNT = 3;
    private static final int NONE = -1;

    private final List<UnitAccount> unitAccounts;
    private final int[] accounts;
    private final int[] counters;
    private final int[] keysPerWindow;
    private final int words;

    RowLayout(Plan plan) {
        unitAccounts =
                plan.queries().stream().map(priced -> priced.price().account()).toList();
        accounts = new int[unitAccounts.size()];
        counters = new int[unitAccounts.size()];
        keysPerWindow = plan.queries().stream()
                .mapToInt(priced -> priced.query().bounds().keysPerWindow())
                .toArray();
        int next = FIRST_ACCOUNT;
        for (int query = 0; query < accounts.length; query++) {
            accounts[query] = next;
            next += unitAccounts.get(query).words();
        }
        for (int query = 0; query < counters.length; query++) {
            counters[query] = hasPeriodBound(plan.queries().get(query)) ? next++ : NONE;
        }
        words = next;
    }

    private static boolean hasPeriodBound(PricedQuery priced) {
        Bounds bounds = priced.query().bounds();
        return bounds.cellsPerPeriod() != Bounds.UNBOUNDED || bounds.windowsPerPeriod() != Bounds.UNBOUNDED;
    }

    /** How many words a row has. */
    int words() {
        return words;
    }

    /** How many queries the plan has. */
    int queries() {
        return accounts.length;
    }

    UnitAccount unitAccount(int query) {
        return unitAccounts.get(query);
    }

    /** Where the account of {@code query} starts in a row. */
    int account(int query) {
        return accounts[query];
    }

    /** Where the accounts of all queries start in a row. */
    int[] accounts() {
        return accounts;
    }

    /** Whether cells and windows of {@code query} are counted. */
    boolean counts(int query) {
        return counters[query] != NONE;
    }

    /** Whether somebody asks how many keys of {@code query} a unit has touched in a window. */
    boolean countsKeys(int query) {
        return keysPerWindow[query] != Bounds.UNBOUNDED || counts(query);
    }

    /** Cells of {@code query} that the unit has touched in its life; 0 if they are not counted. */
    int cells(int query, long[] rows, int row) {
        return counts(query) ? (int) (rows[row + counters[query]] >>> Integer.SIZE) : 0;
    }

    /** Windows of {@code query} that the unit has touched in its life; 0 if they are not counted. */
    int windows(int query, long[] rows, int row) {
        return counts(query) ? (int) rows[row + counters[query]] : 0;
    }

    /** Counts a new cell of {@code query}, in a new window or not. */
    void count(int query, boolean newWindow, long[] rows, int row) {
        if (counts(query)) {
            rows[row + counters[query]] += (1L << Integer.SIZE) + (newWindow ? 1 : 0);
        }
    }

    void setCounts(int query, int cells, int windows, long[] rows, int row) {
        if (counts(query)) {
            rows[row + counters[query]] = (long) cells << Integer.SIZE | windows;
        }
    }
}
