package dev.weir.operators.gate.unit;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.operators.gate.cell.CellShape;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.gate.rule.UnsettledRecords;
import dev.weir.operators.query.Bounds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a unit's entry: two words of its id, one word of its period and id length, its account for each query, and for each query
 * with a bound per period one word that counts cells and windows. The layout also holds the shapes of a unit's cells, and the hash by which
 * units and cells are found.
 */
public final class UnitLayout {

    static final int ID_HIGH = 0;
    static final int ID_LOW = 1;
    static final int PERIOD = 2;

    static final int FIRST_ACCOUNT = 3;

    /** The length that the entry states if the id is stored outside of the entries. */
    static final int LONG_ID = 63;

    private static final int LENGTH_BITS = 6;
    private static final int NONE = -1;

    private final UnitAccount[] unitAccounts;
    private final int[] accounts;
    private final int[] counters;
    private final List<CellShape> shapes;
    private final List<@Nullable Settlement> settlements = new ArrayList<>();
    private final IndexHash hash;
    private final int words;

    /**
     * Creates the layout for the queries of a plan.
     *
     * @param queries the queries, in the order of their plan
     * @param hash finds units and cells
     */
    public UnitLayout(List<GateQuery> queries, IndexHash hash) {
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
        shapes = queries.stream().map(this::shape).toList();
        queries.forEach(query -> settlements.add(settlement(query)));
    }

    private @Nullable Settlement settlement(GateQuery query) {
        return shape(query.number()).startsUnsettled() ? new Settlement(query, accounts[query.number()]) : null;
    }

    private static boolean hasPeriodBound(GateQuery query) {
        Bounds bounds = query.query().bounds().perCell();
        return bounds.cellsPerPeriod() != Bounds.UNBOUNDED || bounds.windowsPerPeriod() != Bounds.UNBOUNDED;
    }

    private CellShape shape(GateQuery query) {
        int keys = query.query().bounds().perCell().keysPerWindow();
        boolean countsKeys = keys != Bounds.UNBOUNDED || counts(query.number());
        CellRules rules = query.rules();
        int room = rules.baseCells() > 0 ? keys : rules.nodes().room(keys);
        return new CellShape(
                query.number(), rules.kept(), room, countsKeys, rules.baseCells(), startsUnsettled(query), hash);
    }

    /** Whether a unit's first records in a window may be charged an upper bound of their price: if no bound can refuse one of them, so that it need not be known which cells they have. */
    private boolean startsUnsettled(GateQuery query) {
        Bounds bounds = query.query().bounds().perCell();
        return query.rules().unsettled() != null
                && Math.min(bounds.keysPerWindow(), bounds.recordsPerCell()) >= UnsettledRecords.MOST
                && !counts(query.number())
                && query.query().keys().discovered().isEmpty();
    }

    /**
     * Returns the word that holds a unit's period and id length.
     *
     * @param length the length of the id, or {@link #LONG_ID}
     */
    static long tag(long period, int length) {
        return period << LENGTH_BITS | length;
    }

    /** Returns the period of the unit whose entry starts at {@code entry}. */
    static long period(long[] entries, int entry) {
        return entries[entry + PERIOD] >> LENGTH_BITS;
    }

    /** Returns the length of the id of the unit whose entry starts at {@code entry}, or {@link #LONG_ID}. */
    static int idLength(long[] entries, int entry) {
        return (int) entries[entry + PERIOD] & LONG_ID;
    }

    /**
     * What settles the records of units for a query; null if all of them are charged their price at once.
     *
     * @param query the query's number in its plan
     */
    public @Nullable Settlement settlement(int query) {
        return settlements.get(query);
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

    /** The object that computes with the accounts of units for {@code query}. */
    UnitAccount unitAccount(int query) {
        return unitAccounts[query];
    }

    /**
     * The offset of the account of a query in an entry.
     *
     * @param query the query's number in its plan
     */
    public int account(int query) {
        return accounts[query];
    }

    /** The offsets of all queries' accounts in an entry. */
    int[] accounts() {
        return accounts;
    }

    /**
     * The layout of the cells that a unit has for a query.
     *
     * @param query the query's number in its plan
     */
    public CellShape shape(int query) {
        return shapes.get(query);
    }

    /** The layouts of the cells that a unit has, for each query. */
    List<CellShape> shapes() {
        return shapes;
    }

    /**
     * Whether a unit's cells and windows of a query are counted.
     *
     * @param query the query's number in its plan
     */
    public boolean counts(int query) {
        return counters[query] != NONE;
    }

    /**
     * To how many cells of a query the unit has contributed in its period; 0 if they are not counted.
     *
     * @param query the query's number in its plan
     * @param entries the array with the unit's entry
     * @param entry the index of the first word of the entry
     */
    public int cells(int query, long[] entries, int entry) {
        return counts(query) ? (int) (entries[entry + counters[query]] >>> Integer.SIZE) : 0;
    }

    /**
     * To how many windows of a query the unit has contributed in its period; 0 if they are not counted.
     *
     * @param query the query's number in its plan
     * @param entries the array with the unit's entry
     * @param entry the index of the first word of the entry
     */
    public int windows(int query, long[] entries, int entry) {
        return counts(query) ? (int) entries[entry + counters[query]] : 0;
    }

    /**
     * Counts a new cell of a query for a unit.
     *
     * @param query the query's number in its plan
     * @param newWindow whether it is the unit's first cell in its window
     * @param entries the array with the unit's entry
     * @param entry the index of the first word of the entry
     */
    public void count(int query, boolean newWindow, long[] entries, int entry) {
        if (counts(query)) {
            entries[entry + counters[query]] += (1L << Integer.SIZE) + (newWindow ? 1 : 0);
        }
    }

    /**
     * Sets how many cells and windows of {@code query} have been counted for a unit.
     *
     * @param cellsAndWindows the number of cells in the upper half, the number of windows in the lower half
     */
    void setCounts(int query, long cellsAndWindows, long[] entries, int entry) {
        if (counts(query)) {
            entries[entry + counters[query]] = cellsAndWindows;
        }
    }
}
