package dev.weir.operators.gate;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.operators.query.Bounds;
import java.util.List;

/**
 * The layout of a unit's entry in the table: two words of its id, one of its period and id length, its account for each
 * query, and for each query with a bound per period one word that counts cells and windows. It also holds the layout of
 * a unit's cells, and the hash that finds units and cells.
 */
final class RowLayout {

    static final int ID_HIGH = 0;
    static final int ID_LOW = 1;
    static final int PERIOD = 2;

    static final int FIRST_ACCOUNT = 3;

    /** Stands for the length of an id that is kept outside of the entries. */
    static final int LONG_ID = 63;

    private static final int LENGTH_BITS = 6;
    private static final int NONE = -1;

    private final UnitAccount[] unitAccounts;
    private final int[] accounts;
    private final int[] counters;
    private final CellShape[] shapes;
    private final IndexHash hash;
    private final int words;

    RowLayout(List<GateQuery> queries, IndexHash hash) {
        this.hash = hash;
        unitAccounts = queries.stream().map(GateQuery::account).toArray(UnitAccount[]::new);
        accounts = new int[unitAccounts.length];
        counters = new int[unitAccounts.length];
        int next = FIRST_ACCOUNT;
        for (int query = 0; query < accounts.length; query++) {
            accounts[query] = next;
            next += unitAccounts[query].words();
        }
        for (int query = 0; query < counters.length; query++) {
            counters[query] = hasPeriodBound(queries.get(query)) ? next++ : NONE;
        }
        words = next;
        shapes = queries.stream().map(this::shape).toArray(CellShape[]::new);
    }

    private static boolean hasPeriodBound(GateQuery query) {
        Bounds bounds = query.query().bounds().perCell();
        return bounds.cellsPerPeriod() != Bounds.UNBOUNDED || bounds.windowsPerPeriod() != Bounds.UNBOUNDED;
    }

    private CellShape shape(GateQuery query) {
        int keys = query.query().bounds().perCell().keysPerWindow();
        boolean countsKeys = keys != Bounds.UNBOUNDED || counts(query.number());
        return new CellShape(query.number(), query.rules().kept(), keys, countsKeys, hash);
    }

    /**
     * The word of a unit's period and id length.
     *
     * @param length the length of the id, or {@link #LONG_ID}
     */
    static long tag(long period, int length) {
        return period << LENGTH_BITS | length;
    }

    /** The period of the unit whose entry starts at {@code row}. */
    static long period(long[] rows, int row) {
        return rows[row + PERIOD] >> LENGTH_BITS;
    }

    /** The length of the id of the unit whose entry starts at {@code row}, or {@link #LONG_ID}. */
    static int idLength(long[] rows, int row) {
        return (int) rows[row + PERIOD] & LONG_ID;
    }

    /** How many words an entry has. */
    int words() {
        return words;
    }

    /** The hash that finds units and cells. */
    IndexHash hash() {
        return hash;
    }

    /** How many queries the plan has. */
    int queries() {
        return accounts.length;
    }

    /** The account of a unit for {@code query}. */
    UnitAccount unitAccount(int query) {
        return unitAccounts[query];
    }

    /** The offset of the account of {@code query} in an entry. */
    int account(int query) {
        return accounts[query];
    }

    /** The offsets of all queries' accounts in an entry. */
    int[] accounts() {
        return accounts;
    }

    /** The layout of a unit's cells of {@code query}. */
    CellShape shape(int query) {
        return shapes[query];
    }

    /** Whether cells and windows of {@code query} are counted. */
    boolean counts(int query) {
        return counters[query] != NONE;
    }

    /** How many cells of {@code query} the unit has contributed to in its life; 0 if they are not counted. */
    int cells(int query, long[] rows, int row) {
        return counts(query) ? (int) (rows[row + counters[query]] >>> Integer.SIZE) : 0;
    }

    /** How many windows of {@code query} the unit has contributed to in its life; 0 if they are not counted. */
    int windows(int query, long[] rows, int row) {
        return counts(query) ? (int) rows[row + counters[query]] : 0;
    }

    /** Counts a new cell of {@code query}, in a new window or not. */
    void count(int query, boolean newWindow, long[] rows, int row) {
        if (counts(query)) {
            rows[row + counters[query]] += (1L << Integer.SIZE) + (newWindow ? 1 : 0);
        }
    }

    /**
     * Sets the number of cells and windows of {@code query} that have been counted.
     *
     * @param cellsAndWindows cells in the upper half, windows in the lower
     */
    void setCounts(int query, long cellsAndWindows, long[] rows, int row) {
        if (counts(query)) {
            rows[row + counters[query]] = cellsAndWindows;
        }
    }
}
