package dev.weir.accountant.vote;

import java.util.Arrays;

/**
 * How many teachers voted for each class: the exact histogram, as sensitive as the data the teachers saw. It is never
 * printed.
 */
public final class Votes {

    private static final String BLOCK = "then (\\d+) classes of (\\d+)";

    private final double[] counts;

    private Votes(double[] counts) {
        if (counts.length < 2) {
            throw new IllegalArgumentException("votes must name at least 2 classes, was " + counts.length);
        }
        for (double count : counts) {
            if (!(count >= 0 && count < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("votes must be >= 0 and finite");
            }
        }
        this.counts = counts;
    }

    /** The votes for each class, at least two classes, each count at least 0. */
    public static Votes of(long... counts) {
        return new Votes(Arrays.stream(counts).asDoubleStream().toArray());
    }

    /**
     * Reads counts separated by blanks; {@code then N classes of V} at the end stands for N further classes with V votes
     * each.
     */
    public static Votes parse(String text) {
        int block = text.indexOf("then");
        double[] named = numbers(block < 0 ? text : text.substring(0, block));
        if (block < 0) {
            return new Votes(named);
        }
        String tail = text.substring(block).strip();
        if (!tail.matches(BLOCK)) {
            throw new IllegalArgumentException("votes must end in 'then N classes of V'");
        }
        double[] all = Arrays.copyOf(named, named.length + Integer.parseInt(tail.replaceAll(BLOCK, "$1")));
        Arrays.fill(all, named.length, all.length, Double.parseDouble(tail.replaceAll(BLOCK, "$2")));
        return new Votes(all);
    }

    private static double[] numbers(String text) {
        try {
            return Arrays.stream(text.strip().split("\\s+"))
                    .mapToDouble(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("votes must be whole numbers separated by blanks", e);
        }
    }

    /** How many classes there are. */
    public int classes() {
        return counts.length;
    }

    /** How many teachers voted, if each votes once. */
    double total() {
        return Arrays.stream(counts).sum();
    }

    /** The votes of the winner. */
    double highest() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** The largest surplus over {@code teachers} times the student's own probabilities. */
    double highestSurplus(double[] baseline) {
        if (baseline.length != counts.length) {
            throw new IllegalArgumentException(
                    "baseline must name " + counts.length + " classes, was " + baseline.length);
        }
        double teachers = total();
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < counts.length; i++) {
            highest = Math.max(highest, counts[i] - teachers * baseline[i]);
        }
        return highest;
    }

    /** By how much the winner leads each of the others, in no particular order; ties are leads of 0. */
    double[] leads() {
        double[] sorted = counts.clone();
        Arrays.sort(sorted);
        double winner = sorted[sorted.length - 1];
        return Arrays.stream(sorted, 0, sorted.length - 1)
                .map(count -> winner - count)
                .toArray();
    }

    @Override
    public String toString() {
        return "votes for " + counts.length + " classes";
    }
}
