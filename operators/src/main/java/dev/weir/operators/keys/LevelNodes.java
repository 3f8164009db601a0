package dev.weir.operators.keys;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The nodes above declared combinations, in the numbering of their {@link LevelShape}.
 *
 * @param shape the shape
 * @param names the name of each node, level by level
 * @param cells for each base cell of the shape, the index of its combination in the declaration
 */
record LevelNodes(LevelShape shape, List<String> names, List<Integer> cells) {

    /**
     * The nodes of a tree, whose level l keeps the first l attributes. Nodes of a level are in the order of their parents, and those of one parent
     * in the order in which they were declared.
     *
     * @param keys the combinations, distinct
     * @param attributes how many values each has, at least 1
     */
    static LevelNodes ofTree(List<List<String>> keys, int attributes) {
        List<TreeNode> level = List.of(TreeNode.root(keys));
        List<String> names = new ArrayList<>();
        List<int[]> children = new ArrayList<>();
        for (int depth = 0; depth < attributes; depth++) {
            addNames(level, depth, keys, names);
            children.add(level.stream().mapToInt(node -> node.children.size()).toArray());
            level = level.stream()
                    .flatMap(node -> node.children.values().stream())
                    .toList();
        }
        addNames(level, attributes, keys, names);
        List<Integer> cells = level.stream().map(TreeNode::firstCell).toList();
        return new LevelNodes(LevelTree.of(children), List.copyOf(names), cells);
    }

    private static void addNames(List<TreeNode> level, int depth, List<List<String>> keys, List<String> names) {
        int attributes = keys.get(0).size();
        for (TreeNode node : level) {
            names.add(name(keys.get(node.firstCell).subList(0, depth), attributes));
        }
    }

    /**
     * A node of a tree.
     *
     * @param firstCell the first combination below it
     * @param children its children by their values, in the order in which they were declared; none if it is a combination itself
     */
    private record TreeNode(int firstCell, Map<String, TreeNode> children) {

        static TreeNode root(List<List<String>> keys) {
            TreeNode root = new TreeNode(0, new LinkedHashMap<>());
            for (int cell = 0; cell < keys.size(); cell++) {
                root.add(keys.get(cell), cell);
            }
            return root;
        }

        private void add(List<String> key, int cell) {
            TreeNode at = this;
            for (int level = 1; level <= key.size(); level++) {
                boolean isLeaf = level == key.size();
                at = at.children.computeIfAbsent(
                        key.get(level - 1), value -> new TreeNode(cell, isLeaf ? Map.of() : new LinkedHashMap<>()));
            }
        }
    }

    private static String name(List<String> first, int attributes) {
        List<Optional<String>> components = new ArrayList<>();
        for (int i = 0; i < attributes; i++) {
            components.add(i < first.size() ? Optional.of(first.get(i)) : Optional.empty());
        }
        return KeyName.ofComponents(components).encoded();
    }

    /**
     * The nodes of sets of attributes.
     *
     * @param keys all combinations of some values of each attribute
     * @param attributes how many values each has, at least 1
     * @param sets the sets in the order of levels; bit i stands for attribute i
     * @throws IllegalArgumentException if combinations are missing
     */
    static LevelNodes ofSets(List<List<String>> keys, int attributes, List<Integer> sets) {
        List<List<String>> values = new ArrayList<>();
        long product = 1;
        for (int i = 0; i < attributes; i++) {
            int attribute = i;
            List<String> ofAttribute = keys.stream()
                    .map(key -> key.get(attribute))
                    .collect(Collectors.toCollection(LinkedHashSet::new))
                    .stream()
                    .toList();
            values.add(ofAttribute);
            product = Math.min(1L << 40, product * ofAttribute.size());
        }
        if (product != keys.size()) {
            throw new IllegalArgumentException(
                    "sets of attributes must have all combinations of their values declared");
        }
        int[] sizes = values.stream().mapToInt(List::size).toArray();
        SetFamily family =
                SetFamily.of(sizes, sets.stream().mapToInt(Integer::intValue).toArray());
        List<String> names = new ArrayList<>();
        for (int level = 0; level < family.levels(); level++) {
            for (int node = 0; node < family.nodes(level); node++) {
                names.add(name(values, family.set(level), node));
            }
        }
        return new LevelNodes(family, List.copyOf(names), ofProduct(keys, values));
    }

    private static List<Integer> ofProduct(List<List<String>> keys, List<List<String>> values) {
        List<Map<String, Integer>> digits = values.stream()
                .map(ofAttribute -> {
                    Map<String, Integer> places = new HashMap<>();
                    ofAttribute.forEach(value -> places.put(value, places.size()));
                    return places;
                })
                .toList();
        Integer[] cells = new Integer[keys.size()];
        for (int key = 0; key < cells.length; key++) {
            int cell = 0;
            for (int i = 0; i < values.size(); i++) {
                cell = cell * values.get(i).size()
                        + digits.get(i).getOrDefault(keys.get(key).get(i), 0);
            }
            cells[cell] = key;
        }
        return List.of(cells);
    }

    /** The name of a node; the last attribute of its set varies fastest. */
    private static String name(List<List<String>> values, int set, int node) {
        List<Optional<String>> components = new ArrayList<>();
        int rest = node;
        for (int i = values.size() - 1; i >= 0; i--) {
            boolean isKept = (set >> i & 1) != 0;
            int size = values.get(i).size();
            components.add(0, isKept ? Optional.of(values.get(i).get(rest % size)) : Optional.empty());
            rest = isKept ? rest / size : rest;
        }
        return KeyName.ofComponents(components).encoded();
    }
}
