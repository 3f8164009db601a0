package dev.weir.accountant.continual.tree;

import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The largest sum of squared node counts of a binary tree, over all patterns of contributions at least b steps apart, at most
 * k of them: the squared l2 sensitivity. Evenly spaced patterns are not always the worst, so a dynamic programme over heights
 * looks at all of them: of a subtree it matters how many contributions it has and how many steps are free left of the first
 * and right of the last, up to b - 1. Of states with the same count only those are kept that no other beats in value and both
 * gaps. Exact; brute-forced in tests.
 */
public final class TreeSensitivity {

    private final int most;
    private final int gap;

    private TreeSensitivity(int most, int gap) {
        this.most = most;
        this.gap = gap;
    }

    /**
     * The squared sensitivity of a tree with 2<sup>levels - 1</sup> leaves, its root included.
     *
     * @param levels at least 1, at most 27
     * @param times k, at least 1; a tree has no room for more than its leaves
     * @param separation b, at least 1
     */
    public static long squared(int levels, long times, long separation) {
        Require.between("levels", levels, 1, 27);
        Require.atLeast("times", times, 1);
        Require.atLeast("separation", separation, 1);
        long leaves = 1L << (levels - 1);
        int most = (int) Math.min(times, (leaves - 1) / separation + 1);
        return new TreeSensitivity(most, (int) Math.min(separation, leaves) - 1).largest(levels);
    }

    /** What a subtree with some number of contributions has: its value and the free steps on both sides. */
    private record State(long value, int left, int right) {}

    private long largest(int levels) {
        List<List<State>> states = List.of(List.of(), List.of(new State(1, 0, 0)));
        for (int height = 1; height < levels; height++) {
            states = doubled(states, 1L << (height - 1));
        }
        return states.stream()
                .flatMap(List::stream)
                .mapToLong(State::value)
                .max()
                .orElseThrow();
    }

    /** The states of two subtrees of {@code half} leaves side by side, and the node above them. */
    private List<List<State>> doubled(List<List<State>> states, long half) {
        List<List<State>> doubled = new ArrayList<>();
        doubled.add(List.of());
        for (int count = 1; count <= Math.min(most, 2 * (states.size() - 1)); count++) {
            List<State> found = joined(states, count, half);
            if (found.isEmpty()) {
                break;
            }
            doubled.add(undominated(found, (long) count * count));
        }
        return doubled;
    }

    /** The states with {@code count} contributions, however those are divided between the subtrees. */
    private List<State> joined(List<List<State>> states, int count, long half) {
        List<State> found = new ArrayList<>();
        int most = Math.min(count, states.size() - 1);
        for (int left = Math.max(0, count - states.size() + 1); left <= most; left++) {
            join(states.get(left), states.get(count - left), half, found);
        }
        return found;
    }

    private void join(List<State> lefts, List<State> rights, long half, List<State> found) {
        if (lefts.isEmpty() || rights.isEmpty()) {
            rights.forEach(state -> found.add(new State(state.value, capped(state.left + half), state.right)));
            lefts.forEach(state -> found.add(new State(state.value, state.left, capped(state.right + half))));
        }
        for (State left : lefts) {
            for (State right : rights) {
                if (left.right + right.left >= gap) {
                    found.add(new State(left.value + right.value, left.left, right.right));
                }
            }
        }
    }

    private int capped(long free) {
        return (int) Math.min(gap, free);
    }

    /** Drops what another state beats, looking at larger values first, and adds the node above. */
    private List<State> undominated(List<State> states, long node) {
        states.sort(Comparator.comparingLong(State::value)
                .thenComparingInt(State::left)
                .thenComparingInt(State::right)
                .reversed());
        int[] bestRight = new int[gap + 1];
        Arrays.fill(bestRight, -1);
        List<State> kept = new ArrayList<>();
        for (State state : states) {
            if (bestRight[state.left] < state.right) {
                kept.add(new State(state.value + node, state.left, state.right));
                for (int left = state.left; left >= 0 && bestRight[left] < state.right; left--) {
                    bestRight[left] = state.right;
                }
            }
        }
        return kept;
    }
}
