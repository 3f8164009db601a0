package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * Keeps and releases the keys of one query in one key group. Every window consists of steps of a series. At the end of
 * each step the counts of its cell become noisy numbers of every key, with records or without. A tumbling window is a
 * series of one step.
 *
 * <p><b>Charge.</b> A key's account pays the most that one unit can have spent on the key in the whole series, with the
 * first release of it and before a step is drawn that is released. A refusal is a function of the schedule and public;
 * a series of a key that is withheld goes on, and the account is asked again at its next step.
 *
 * <p>The state has two parts. The part of the <em>keys</em>, with their accounts, outlives a change of the query; the
 * part of the <em>cells</em> does not.
 */
final class Releaser {

    private final StepRelease release;
    private final KeyEntries keys;
    private final KeyAccounts accounts;
    private final OpenTotals open;
    private final StepEntries entries;
    private final WindowTotals windows;

    /** The parts of the state of cells, in the order in which they are written. */
    private final List<StatePart> cells;

    /**
     * Releases the keys of a key group.
     *
     * @param release draws and charges steps
     * @param keys the keys of the group
     */
    Releaser(StepRelease release, KeyEntries keys) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys);
        this.open = release.noTotals(keys.size());
        this.entries = new StepEntries(release, keys.size());
        this.windows = new WindowTotals(release.keptTotals(), release.reveals());
        this.cells = List.of(open, entries, windows);
    }

    /** Adds a sum of the gate. */
    void add(PartialSum partial) {
        open.add(keys.entry(partial), partial.windowEnd(), partial.amounts());
    }

    /**
     * Closes the cells of every key that end at {@code end}. All noise has been drawn when it returns.
     *
     * @param end the end of the cells, epoch milliseconds
     * @param outcomes takes the outcome of each key
     */
    void close(long end, List<Outcome> outcomes) {
        PagedEntries added = open.remove(end);
        long step = entries.moveTo(end);
        if (step > release.lastStep()) {
            return;
        }
        StepCharges charges = charge(end);
        long[] noisy = windows.noisy(step, entries.step(added, charges));
        entries.raise(noisy);
        long[] exact = release.reveals() ? windows.exact(step, entries.exact()) : null;
        entries.finish(end);
        outcomes.addAll(
                new StepOutcomes(release.released(end, step), keys, charges, new StepOutcomes.Values(noisy, exact)));
    }

    /** Charges the keys that have not paid for their series. */
    private StepCharges charge(long end) {
        StepCharges charges = new StepCharges();
        KeyAccount.Period period = release.period(end);
        for (int entry = entries.nextUncharged(0); entry < keys.size(); entry = entries.nextUncharged(entry + 1)) {
            if (period == null || period.charge(accounts.words(), accounts.at(entry))) {
                entries.setCharged(entry);
                charges.pay(entry);
            } else {
                charges.withhold(entry);
            }
        }
        return charges;
    }

    /**
     * A view of the present state for a snapshot. It refers to arrays, which do not change until {@link #copyArrays}.
     */
    View view() {
        return new View(accounts.view(), StatePart.view(cells));
    }

    /** Replaces every array that {@link #view} has handed out by a copy. */
    void copyArrays() {
        accounts.copyArrays();
        cells.forEach(StatePart::copyArrays);
    }

    /** Reads the part of the keys, which may have been written under another plan. */
    void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    /** Reads the part of the cells, which must have been written by the same query. */
    void readCells(DataInput in) throws IOException {
        for (StatePart part : cells) {
            part.read(in);
        }
    }

    /**
     * Whether the restored state has series that begin at a time or later, epoch milliseconds, of which steps have been
     * drawn.
     */
    boolean hasBegunFrom(long time) {
        return entries.hasBegunFrom(time);
    }

    /**
     * Reads the part of the cells, and keeps what an adoption leaves: {@link dev.weir.operators.state.restore.ClosedCells}.
     * Series and their open sums end together, because the gate has forgotten the contributions of units to both.
     * Choices of the adopted state are forgotten: they may have been drawn anew and published with other values.
     *
     * @param closedUpTo the end of the last cell that is closed, epoch milliseconds
     */
    void readAdopted(DataInput in, long closedUpTo) throws IOException {
        if (!release.window().sharesNoise()) {
            open.read(in);
            open.drop(closedUpTo);
        }
    }

    /**
     * The state of a releaser at one moment.
     *
     * @param keys writes the part of the keys
     * @param cells writes the part of the cells
     */
    record View(StatePart.View keys, StatePart.View cells) {}
}
