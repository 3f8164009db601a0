package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Origin;
import dev.weir.jobs.config.yaml.Problems;
import dev.weir.jobs.spelling.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A map of a pipeline file while it is read. Every problem is noted and reading goes on with a stand-in, so that all
 * problems of a file are reported together. What is built of stand-ins is thrown away.
 */
public final class Section {

    private final Item item;
    private final String path;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    public Section(Item item, String path, Problems problems) {
        this.item = item;
        this.path = path;
        this.problems = problems;
    }

    public String path(String field) {
        return Item.join(path, field);
    }

    /** The name of the field that is given first; empty where none is. */
    public String firstField() {
        return item.fields().keySet().stream().findFirst().orElse("");
    }

    /** Where a field stands, or the section where it is missing. */
    public Origin origin(String field) {
        Item value = item.fields().get(field);
        return value == null ? item.origin() : value.origin();
    }

    public boolean has(String field) {
        known.add(field);
        Item value = item.fields().get(field);
        return value != null && value.kind() != Item.Kind.NOTHING;
    }

    public void problem(String field, String rule) {
        problems.add(origin(field), path(field), rule);
    }

    /** Whether no problem of the file has been noted since {@link #problemsSoFar} was {@code before}. */
    public boolean isSound(int before) {
        return problems.count() == before;
    }

    public int problemsSoFar() {
        return problems.count();
    }

    /** Notes why a value cannot be built: at the field whose name the message begins with, if there is such a field. */
    public void noteRefusal(IllegalArgumentException refusal) {
        String message = String.valueOf(refusal.getMessage());
        int space = message.indexOf(' ');
        String word = space < 0 ? message : message.substring(0, space);
        if (item.fields().containsKey(word)) {
            problem(word, message.substring(space + 1));
        } else {
            problems.add(item.origin(), path, message);
        }
    }

    public <T> T required(String field, Function<Item, T> parser, T standIn) {
        if (!has(field)) {
            problem(field, item.fields().containsKey(field) ? "must be given, was empty" : "must be given");
            return standIn;
        }
        return optional(field, parser, standIn);
    }

    public <T> T optional(String field, Function<Item, T> parser, T absent) {
        return find(field, parser).orElse(absent);
    }

    /** The value of a field that may be missing unless {@code isRequired}; then, or where it is wrong, a stand-in. */
    public <T> T requiredIf(String field, boolean isRequired, Function<Item, T> parser, T standIn) {
        return isRequired ? required(field, parser, standIn) : optional(field, parser, standIn);
    }

    /** The value of a field; empty where the field is missing, or wrong, which is noted. */
    public <T> Optional<T> find(String field, Function<Item, T> parser) {
        if (!has(field)) {
            return Optional.empty();
        }
        return parse(value(field), path(field), parser);
    }

    /** Parses one scalar; notes a problem and returns nothing where that fails. */
    private <T> Optional<T> parse(Item value, String name, Function<Item, T> parser) {
        try {
            if (value.kind() != Item.Kind.SCALAR) {
                throw new IllegalArgumentException("must be a single value, was " + value.kind());
            }
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            problems.add(value.origin(), name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Item value(String field) {
        return item.fields().getOrDefault(field, Item.nothing(item.origin()));
    }

    /** The scalars of a list; those that are wrong are noted and left out. */
    public <T> List<T> list(String field, Function<Item, T> parser) {
        List<T> values = new ArrayList<>();
        if (isKind(field, Item.Kind.LIST)) {
            int index = 0;
            for (Item value : value(field).list()) {
                parse(value, path(field) + "[" + index++ + "]", parser).ifPresent(values::add);
            }
        }
        return values;
    }

    /** The maps of a list; an empty map stands for what is no map, which is noted. */
    public List<Section> sections(String field) {
        List<Section> sections = new ArrayList<>();
        if (has(field) && isKind(field, Item.Kind.LIST)) {
            for (Item value : value(field).list()) {
                sections.add(section(value, path(field) + "[" + sections.size() + "]"));
            }
        }
        return sections;
    }

    /** The values of a list whose entries are scalars or maps; those that are wrong are noted and left out. */
    public <T> List<T> each(String field, Function<Item, T> scalar, Function<Section, Optional<T>> map) {
        List<T> values = new ArrayList<>();
        if (isKind(field, Item.Kind.LIST)) {
            int index = 0;
            for (Item value : value(field).list()) {
                String name = path(field) + "[" + index++ + "]";
                Optional<T> read = value.kind() == Item.Kind.MAP
                        ? map.apply(new Section(value, name, problems))
                        : parse(value, name, scalar);
                read.ifPresent(values::add);
            }
        }
        return values;
    }

    private Section section(Item value, String name) {
        if (value.kind() == Item.Kind.MAP) {
            return new Section(value, name, problems);
        }
        problems.add(value.origin(), name, "must be a map, was " + value.kind());
        return new Section(Item.map(value.origin()), name, new Problems());
    }

    /** Whether a field is there and is a map. */
    public boolean isMap(String field) {
        return has(field) && value(field).kind() == Item.Kind.MAP;
    }

    private boolean isKind(String field, Item.Kind kind) {
        Item.Kind was = value(field).kind();
        if (was != kind) {
            problem(field, "must be " + kind + ", was " + was);
        }
        return was == kind;
    }

    /** A map that must be given. If it is missing, that is noted, and an empty map whose problems are not noted is returned. */
    public Section section(String field) {
        if (has(field)) {
            return optionalSection(field);
        }
        problem(field, "must be given");
        return silent();
    }

    /** A map that may be missing: then it is an empty one, whose problems are not noted. */
    public Section optionalSection(String field) {
        if (has(field) && isKind(field, Item.Kind.MAP)) {
            return new Section(value(field), path(field), problems);
        }
        return silent();
    }

    /** A map that may be missing unless {@code isRequired}. */
    public Section sectionRequiredIf(String field, boolean isRequired) {
        return isRequired ? section(field) : optionalSection(field);
    }

    private Section silent() {
        return new Section(Item.map(item.origin()), path, new Problems());
    }

    /** All that is given, in one text, but for some fields: texts are equal where nothing else differs. */
    public String text(Set<String> without) {
        return item.without(without);
    }

    /** Notes which fields are given that are not supported yet. */
    public void later(String... fields) {
        for (String field : fields) {
            if (has(field)) {
                problem(field, "is not supported yet");
            }
        }
    }

    /** Notes all fields that are given and that nothing has asked for. */
    public void finish() {
        for (String field : item.fields().keySet()) {
            if (!known.contains(field)) {
                String near = Nearest.of(field, known);
                problem(field, "unknown field" + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            }
        }
    }
}
