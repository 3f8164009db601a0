package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Releases the keys of a query that are known before any record. Every window consists of steps of a
 * series. At the end of each step, noisy numbers are drawn for every key from the totals of the step's cell, whether
 * the key has records or not. A tumbling window is a series of one step.
 *
 * <p><b>Charge.</b> A key's account is charged once for each series: the most that one unit can have spent on the key
 * in the whole series. The charge is made with the first release of the series, before the step is drawn. Where several windows are released
 * from one series, steps with which no window ends are drawn without a charge and nothing of them is released; the first of the windows that
 * end with a step states the charge. A refusal
 * depends on the schedule alone and is public. The series of a withheld key goes on, and its account is asked again at
 * the next step.
 *
 * <p>The part of the <em>keys</em> in the state contains the accounts of keys.
 */
final class Releaser implements QueryReleaser {

    private final StepRelease release;
    private final KeyEntries keys;
    private final KeyAccounts accounts;
    private final OpenTotals open;
    private final StepEntries entries;
    private final WindowTotals windows;

    /** The components of the state of cells, in the order in which they are written. */
    private final List<StatePart> cells;

    /**
     * Creates a releaser for the keys of a key group.
     *
     * @param release how steps are drawn, and their prices
     * @param keys the keys of the group
     */
    Releaser(StepRelease release, KeyEntries keys) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys.accounts());
        this.open = release.noTotals(keys.size());
        this.entries = new StepEntries(release, keys);
        this.windows = release.windowTotals();
        this.cells = List.of(open, entries, windows);
    }

    @Override
    public void add(PartialSum partial) {
        open.add(keys.entry(partial), partial.windowEnd(), partial.amounts());
    }

    @Override
    public void close(long end, List<Outcome> outcomes) {
        PagedEntries added = open.remove(end);
        long step = entries.moveTo(end);
        if (step > release.lastStep()) {
            return;
        }
        List<Integer> released = release.windowsAt(end, step);
        StepCharges charges = released.isEmpty() ? new StepCharges() : charge(end);
        long[] noisy = entries.step(added, charges);
        long[] exact = release.reveals() ? entries.exact() : null;
        entries.finish(end);
        // windows that are not released keep their totals too: later ones begin with them, and the schedule may have a
        // later end at the next start
        for (int window : release.ending(end).toArray()) {
            StepOutcomes.Values values = values(release.place(window, end, step), noisy, exact);
            if (released.contains(window)) {
                outcomes.addAll(new StepOutcomes(release.released(end, step, window), keys, charges, values));
                charges = charges.stated();
            }
        }
    }

    private StepOutcomes.Values values(WindowTotals.Place place, long[] noisy, long @Nullable [] exact) {
        long[] values = windows.noisy(place, noisy);
        entries.raise(values);
        return new StepOutcomes.Values(values, exact == null ? null : windows.exact(place, exact));
    }

    /** Charges the keys that have not paid for their series. An account of all keys is charged once, and pays for all or for none. */
    private StepCharges charge(long end) {
        StepCharges charges = new StepCharges();
        KeyAccount.Period period = release.period(end);
        boolean isShared = keys.accounts() != keys;
        boolean paysForAll = isShared && owesShared() && pays(period, 0);
        for (int entry = entries.nextUncharged(0); entry < keys.size(); entry = entries.nextUncharged(entry + 1)) {
            if (isShared ? paysForAll : pays(period, entry)) {
                entries.setCharged(entry);
                charges.pay(entry);
            } else {
                charges.withhold(entry);
            }
        }
        return charges;
    }

    /** Whether the account of all keys is charged at this step: in every window with independent noise, and else until it has paid for the series. */
    private boolean owesShared() {
        return !release.window().sharesNoise() || entries.nextUncharged(0) < keys.size();
    }

    private boolean pays(KeyAccount.@Nullable Period period, int account) {
        return period == null || accounts.pay(period, account);
    }

    @Override
    public View view() {
        return new View(accounts.view(), StatePart.view(cells));
    }

    @Override
    public void copyArrays() {
        accounts.copyArrays();
        cells.forEach(StatePart::copyArrays);
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public boolean hasOrHadSharedAccount() {
        return accounts.areOrWereShared();
    }

    @Override
    public void spendThrough(long time) {
        accounts.spendThrough(time);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        for (StatePart part : cells) {
            part.read(in);
        }
    }

    @Override
    public boolean hasBegunFrom(long time) {
        return entries.hasBegunFrom(time);
    }

    /**
     * Reads the part of the cells of an adopted state, and keeps only the open cells that the adoption has not closed
     * ({@link dev.weir.operators.state.restore.ClosedCells}). If steps share noise, nothing is kept: series and their
     * open sums end together, because the gate has forgotten the contributions of units to both. Choices of the adopted
     * state are forgotten, because they may have been drawn again and published with other values.
     */
    @Override
    public void readAdopted(DataInput in, long closedUpTo) throws IOException {
        if (!release.window().sharesNoise()) {
            open.read(in);
            open.drop(closedUpTo);
        }
    }
}
