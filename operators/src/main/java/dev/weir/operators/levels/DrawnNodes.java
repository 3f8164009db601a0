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
     * @throws IllegalStateException if the node has no numbers: nothing takes their place
     */
    long number(int node, int aggregate) {
        if (isWithheld || !present.get(node)) {
            throw new IllegalStateException("a window is solved only if all numbers of its measured nodes are there");
        }
        return numbers[node * width + aggregate];
    }

    /** Writes what is there. */
    void write(DataOutput out) throws IOException {
        out.writeBoolean(isWithheld);
        out.writeLong(start);
        out.writeLong(charge);
        out.writeInt(size);
        for (int node = present.nextSetBit(0); node >= 0; node = present.nextSetBit(node + 1)) {
            out.writeInt(node);
            DataFields.writeWords(numbers, node * width, width, out);
        }
    }

    /** Reads what {@link #write} has written. */
    void read(DataInput in) throws IOException {
        isWithheld = in.readBoolean();
        start = in.readLong();
        charge = in.readLong();
        size = in.readInt();
        for (int left = size; left > 0; left--) {
            int node = in.readInt();
            present.set(node);
            DataFields.readWords(in, numbers, node * width, width);
        }
    }
}
