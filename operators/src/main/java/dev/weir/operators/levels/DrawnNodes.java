package dev.weir.operators.levels;

import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * What has been drawn of one window of a query with levels, before all of it is there. A node whose key account refused the charge counts as there,
 * and then the whole window is withheld.
 *
 * <p><b>State.</b> Noisy numbers are secret until all of their window are there, as rows are that wait for a checkpoint.
 */
final class DrawnNodes {

    private final int width;
    private final long[] numbers;
    private final BitSet present;
    private int size;
    private boolean isWithheld;
    private long start;
    private long step;
    private long charge;

    /**
     * Creates a window of which nothing is there.
     *
     * @param nodes the number of nodes of all levels
     * @param width the number of numbers of a node
     */
    DrawnNodes(int nodes, int width) {
        this.width = width;
        this.numbers = new long[Math.multiplyExact(nodes, width)];
        this.present = new BitSet(nodes);
    }

    private DrawnNodes(DrawnNodes other) {
        width = other.width;
        numbers = other.numbers.clone();
        present = (BitSet) other.present.clone();
        size = other.size;
        isWithheld = other.isWithheld;
        start = other.start;
        step = other.step;
        charge = other.charge;
    }

    DrawnNodes copy() {
        return new DrawnNodes(this);
    }

    /**
     * Takes the outcome of a node.
     *
     * @throws IllegalStateException if the node has an outcome already
     */
    void put(int node, Outcome outcome) {
        if (present.get(node)) {
            throw new IllegalStateException("a node has one draw in a window, and had another: please report this");
        }
        present.set(node);
        size++;
        start = outcome.start();
        step = outcome.step();
        charge = Math.max(charge, outcome.charge());
        if (outcome.kind() == Outcome.Kind.WITHHELD) {
            isWithheld = true;
        } else {
            System.arraycopy(outcome.values(), 0, numbers, node * width, width);
        }
    }

    /** How many nodes are there. */
    int size() {
        return size;
    }

    boolean isWithheld() {
        return isWithheld;
    }

    /** The start of the window, epoch milliseconds. */
    long start() {
        return start;
    }

    /** The step of the series; 0 if every window has independent noise. */
    long step() {
        return step;
    }

    /** The charge of the window to the account of all keys. */
    long charge() {
        return charge;
    }

    /** Whether a node has numbers. */
    boolean has(int node) {
        return present.get(node);
    }

    /**
     * A number of a node.
     *
     * @param number the index of the number among those of a node
     * @throws IllegalStateException if the node has no numbers: nothing takes their place
     */
    long number(int node, int number) {
        if (isWithheld || !present.get(node)) {
            throw new IllegalStateException("a window is solved only if all numbers of its measured nodes are there");
        }
        return numbers[node * width + number];
    }

    /** Writes what is there. */
    void write(DataOutput out) throws IOException {
        out.writeBoolean(isWithheld);
        out.writeLong(start);
        out.writeLong(step);
        out.writeLong(charge);
        out.writeInt(size);
        for (int node = present.nextSetBit(0); node >= 0; node = present.nextSetBit(node + 1)) {
            out.writeInt(node);
            DataFields.writeWords(numbers, node * width, width, out);
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param hasStep whether the step was written: in the first format only windows with independent noise were
     */
    void read(DataInput in, boolean hasStep) throws IOException {
        isWithheld = in.readBoolean();
        start = in.readLong();
        step = hasStep ? in.readLong() : 0;
        charge = in.readLong();
        size = in.readInt();
        for (int left = size; left > 0; left--) {
            int node = in.readInt();
            present.set(node);
            DataFields.readWords(in, numbers, node * width, width);
        }
    }
}
