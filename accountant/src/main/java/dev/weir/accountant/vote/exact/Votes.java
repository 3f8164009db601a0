package dev.weir.accountant.vote.exact;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of teachers that voted for each class. This exact histogram is as sensitive as the data that the teachers
 * were trained on, and is never printed.
 */
public final class Votes {

    private static final int MOST_CLASSES = 1_000_000;
    private static final Pattern BLOCK = Pattern.compile("then (\\d+) classes of (\\d+)");

    private final double[] counts;

    private Votes(double[] counts) {
        Require.that(counts.length >= 2, "votes", "for at least 2 classes", counts.length);
        for (double count : counts) {
            if (!(count >= 0 && count < Double.POSITIVE_INFINITY)) {
                throw InvalidParameter.withoutValue("votes", ">= 0 and finite");
            }
        }
        this.counts = counts;
    }

    /**
     * Creates the votes.
     *
     * @param counts the number of votes for each class, each at least 0; at least two classes
     * @throws InvalidParameter if a count is negative or there are fewer than two classes; the message contains no
     * count
     */
    public static Votes of(long... counts) {
        return new Votes(Arrays.stream(counts).asDoubleStream().toArray());
    }

    /**
     * Creates the votes from an array.
     *
     * @param counts the number of votes for each class, each at least 0; at least two classes
     * @throws InvalidParameter if a count is negative or there are fewer than two classes; the message contains no count
     */
    public static Votes copyOf(double[] counts) {
        return new Votes(counts.clone());
    }

    /**
     * Reads counts separated by blanks. The ending {@code then N classes of V} adds N further classes with V votes
     * each, N at most 1 000 000.
     *
     * @param text the counts, at least two, each at least 0
     * @throws InvalidParameter if the text has another form, too few counts or too many further classes. The exception has no cause,
     *     because a cause would show the votes
     */
    public static Votes parse(String text) {
        int block = text.indexOf("then");
        try {
            return block < 0
                    ? new Votes(numbers(text))
                    : new Votes(withBlock(numbers(text.substring(0, block)), text.substring(block)));
        } catch (NumberFormatException e) {
            throw InvalidParameter.withoutValue("votes", "whole numbers separated by blanks");
        }
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .mapToDouble(Long::parseLong)
                .toArray();
    }

    private static double[] withBlock(double[] named, String text) {
        Matcher block = BLOCK.matcher(text.strip());
        if (!block.matches()) {
            throw InvalidParameter.withoutValue("votes", "numbers that end in 'then N classes of V'");
        }
        int more = Integer.parseInt(block.group(1));
        Require.that(more <= MOST_CLASSES, "votes", "for at most " + MOST_CLASSES + " more classes", more);
        double[] all = Arrays.copyOf(named, named.length + more);
        Arrays.fill(all, named.length, all.length, Double.parseDouble(block.group(2)));
        return all;
    }

    /** The number of classes. */
    public int classes() {
        return counts.length;
    }

    /** The number of votes, which is the number of teachers if each votes once. */
    public double total() {
        return Arrays.stream(counts).sum();
    }

    /** The votes of the winner. */
    public double highest() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /**
     * The largest surplus of a class: its votes minus the number of teachers times the student's probability for the
     * class.
     *
     * @param baseline the student's probability for each class
     * @throws InvalidParameter if {@code baseline} has another number of classes
     */
    public double highestSurplus(double[] baseline) {
        Require.that(
                baseline.length == counts.length, "baseline", "for " + counts.length + " classes", baseline.length);
        double teachers = total();
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < counts.length; i++) {
            highest = Math.max(highest, counts[i] - teachers * baseline[i]);
        }
        return highest;
    }

    /** The votes for each class, in the order in which they were given. */
    public double[] counts() {
        return counts.clone();
    }

    /** The number of votes by which the winner leads each other class, from the largest lead to the smallest; 0 for a tie. */
    public double[] leads() {
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
