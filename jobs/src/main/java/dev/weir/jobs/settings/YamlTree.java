package dev.weir.jobs.settings;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML 1.2 into items that keep their lines. It refuses anchors and aliases, and creates no objects of other classes. */
public final class YamlTree {

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setAllowDuplicateKeys(true)
            .setCodePointLimit(16 << 20)
            .build();

    private final Problems problems;
    private final String place;
    /** Whether problems name a line. */
    private final boolean lines;

    private YamlTree(Problems problems, String place, boolean lines) {
        this.problems = problems;
        this.place = place;
        this.lines = lines;
    }

    /**
     * Reads the text of a file into a tree.
     *
     * @param text YAML 1.2
     * @param file the name of the file, for problems
     * @param problems collects the problems of the file
     */
    public static Item ofFile(String text, String file, Problems problems) {
        return new YamlTree(problems, file, true).read(text);
    }

    /** Reads a value of the command line into a tree. */
    static Item ofSetting(String text, String place, Problems problems) {
        return new YamlTree(problems, place, false).read(text);
    }

    private Item read(String text) {
        Origin beginning = origin(Optional.empty());
        try {
            Optional<Node> root = new Compose(SETTINGS).composeString(text);
            return root.map(node -> item(node, "file", origin(node))).orElseGet(() -> Item.nothing(beginning));
        } catch (MarkedYamlEngineException e) {
            problems.add(origin(e.getProblemMark()), "file", "must be YAML: " + plain(e.getProblem()));
        } catch (YamlEngineException e) {
            problems.add(beginning, "file", "must be YAML: " + e.getMessage());
        }
        return Item.nothing(beginning);
    }

    /** Rewords the most frequent messages of the parser, so that they say what to look for. */
    private static String plain(String problem) {
        if (problem.startsWith("mapping values are not allowed")) {
            return "the line above lacks a colon, or a text with a colon and a blank lacks quotes";
        }
        return problem.equals("found unexpected end of stream") ? "a quote or a bracket is not closed" : problem;
    }

    private Origin origin(Node node) {
        return origin(node.getStartMark());
    }

    private Origin origin(Optional<Mark> mark) {
        return new Origin(place, lines ? mark.map(Mark::getLine).orElse(0) + 1 : 0);
    }

    /**
     * Returns the item of a node.
     *
     * @param at the place that problems with a list or a map name: the line of the field's name
     */
    private Item item(Node node, String path, Origin at) {
        if (node.getAnchor().isPresent()) {
            problems.add(at, path, "anchors and aliases are not supported");
            return Item.nothing(at);
        }
        if (node instanceof ScalarNode scalar) {
            boolean nothing = scalar.isPlain() && node.getTag().equals(Tag.NULL);
            return nothing ? Item.nothing(at) : Item.scalar(origin(node), scalar.getValue(), !scalar.isPlain());
        }
        return node instanceof SequenceNode list ? list(list, path, at) : map((MappingNode) node, path, at);
    }

    private Item list(SequenceNode node, String path, Origin at) {
        Item list = Item.list(at);
        for (Node value : node.getValue()) {
            list.list().add(item(value, path + "[" + list.list().size() + "]", origin(value)));
        }
        return list;
    }

    private Item map(MappingNode node, String path, Origin at) {
        Item map = Item.map(at);
        for (NodeTuple entry : node.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key && !key.getAnchor().isPresent()) {
                put(map, path, key, entry.getValueNode());
            } else {
                problems.add(origin(entry.getKeyNode()), path, "names of fields must be plain text");
            }
        }
        return map;
    }

    private void put(Item map, String path, ScalarNode key, Node node) {
        Origin line = origin(key);
        String field = Item.join(path.equals("file") ? "" : path, key.getValue());
        Item value = item(node, field, line);
        if (map.fields().putIfAbsent(key.getValue(), value) != null) {
            problems.add(line, field, "must be given once, was given again");
        }
    }
}
