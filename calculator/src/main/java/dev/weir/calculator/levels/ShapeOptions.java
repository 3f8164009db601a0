package dev.weir.calculator.levels;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import java.util.List;
import java.util.regex.Pattern;

/** The options that state the shape of levels. */
final class ShapeOptions {

    private static final Pattern SETS = Pattern.compile("\\s*;\\s*");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern BARS = Pattern.compile("\\s*\\|\\s*");

    /** A tree, root first: the children of a node of each level, or of every node. */
    static final Option<LevelTree> TREE = Option.of(
            "tree",
            new Kind<>("whole numbers separated by blanks, with | between levels or without", ShapeOptions::tree),
            "children of a node of each level, as 6 8 10, or of every node with | between levels, as 2|3 1");

    /** The numbers of values of attributes. */
    static final Option<int[]> CUBE = Option.of(
            "cube",
            new Kind<>("whole numbers separated by blanks", ShapeOptions::wholes),
            "numbers of values of the attributes, instead of a tree");

    /** The sets of attributes of a cube. */
    static final Option<String> SETS_OF_CUBE = Option.of(
            "sets", Kind.TEXT, "all, or sets of attributes counted from 0, as 0 1;0;- where - is the empty set");

    private ShapeOptions() {}

    /** The shape of the levels. */
    static LevelShape shape(Arguments arguments) {
        if (arguments.has(TREE)) {
            if (arguments.has(CUBE) || arguments.has(SETS_OF_CUBE)) {
                throw CUBE.invalid("must not be given with a tree");
            }
            return arguments.get(TREE);
        }
        if (!arguments.has(CUBE)) {
            throw TREE.invalid("must be given, or cube");
        }
        int[] sizes = arguments.get(CUBE);
        String sets = arguments.find(SETS_OF_CUBE).orElse("all");
        return sets.equals("all")
                ? SetFamily.cube(sizes)
                : SetFamily.of(
                        sizes,
                        SETS.splitAsStream(sets).mapToInt(ShapeOptions::set).toArray());
    }

    private static int set(String text) {
        if (text.equals("-")) {
            return 0;
        }
        int set = 0;
        for (String attribute : BLANKS.splitAsStream(text).toList()) {
            if (!attribute.matches("\\d{1,2}") || Integer.parseInt(attribute) > 30) {
                throw SETS_OF_CUBE.invalid("must be all, or numbers of attributes and ; between sets, was " + text);
            }
            set |= 1 << Integer.parseInt(attribute);
        }
        return set;
    }

    private static LevelTree tree(String text) {
        if (!text.contains("|")) {
            return LevelTree.even(wholes(text));
        }
        List<int[]> levels = BARS.splitAsStream(text).map(ShapeOptions::wholes).toList();
        return LevelTree.of(levels);
    }

    /** Whole numbers with blanks between them. */
    static int[] wholes(String text) {
        return BLANKS.splitAsStream(text).mapToInt(Integer::parseInt).toArray();
    }

    /** The parts of a text that stand between bars, each divided at blanks; one part for each level. */
    static List<List<String>> levels(String text) {
        return BARS.splitAsStream(text.strip())
                .map(level -> BLANKS.splitAsStream(level).toList())
                .toList();
    }

    /** The numbers of an option that are one for each level, where {@code -} stands for a level that is not measured. */
    static double[] byLevel(String text) {
        return BLANKS.splitAsStream(text)
                .mapToDouble(number -> number.equals("-") ? Double.NaN : Double.parseDouble(number))
                .toArray();
    }
}
