package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the levels of a query's key: a tree, or sets of fields. */
final class LevelsReader {

    private static final int MOST_FIELDS = 6;

    private final Section section;
    private final List<String> fields;
    private final List<Integer> sets = new ArrayList<>();
    private final boolean isTree;

    LevelsReader(Section section) {
        this.section = section;
        this.isTree = section.has(KeyFields.LEVELS);
        this.fields = isTree ? KeyFields.levelFields(section) : readSets();
        checkFields();
    }

    private List<String> readSets() {
        if (section.has(KeyFields.CUBE)) {
            List<String> cube = section.read(KeyFields.CUBE, List.of());
            cube(Math.min(cube.size(), MOST_FIELDS));
            return cube;
        }
        if (section.has(KeyFields.ROLLUP)) {
            List<String> rollup = section.read(KeyFields.ROLLUP, List.of());
            IntStream.rangeClosed(0, Math.min(rollup.size(), MOST_FIELDS)).forEach(kept -> sets.add((1 << kept) - 1));
            return rollup;
        }
        return section.has(KeyFields.SETS) ? listed(section.read(KeyFields.SETS, List.of())) : List.of();
    }

    /** All sets, by the number of fields, and sets of one number in the order of their fields. */
    private void cube(int size) {
        IntStream.range(0, 1 << size)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(Integer::bitCount)
                        .thenComparing((a, b) -> Integer.compareUnsigned(Integer.reverse(b), Integer.reverse(a))))
                .forEach(sets::add);
    }

    /** Sets as they are listed; fields are in the order in which they are first named. */
    private List<String> listed(List<List<String>> lists) {
        Set<String> named = new LinkedHashSet<>();
        lists.forEach(named::addAll);
        List<String> all = List.copyOf(named);
        if (all.size() <= MOST_FIELDS) {
            lists.forEach(set -> sets.add(
                    set.stream().mapToInt(field -> 1 << all.indexOf(field)).reduce(0, (a, b) -> a | b)));
        }
        if (new LinkedHashSet<>(sets).size() < sets.size()) {
            section.problem(KeyFields.SETS, "must be distinct");
        }
        return all;
    }

    private void checkFields() {
        Field<?> field = KeyFields.grouping(section);
        boolean hasLevels =
                isTree || section.has(KeyFields.SETS) || section.has(KeyFields.CUBE) || section.has(KeyFields.ROLLUP);
        if (!hasLevels) {
            return;
        }
        if (fields.isEmpty()) {
            section.problem(field, "must name at least one field");
        } else if (new LinkedHashSet<>(fields).size() < fields.size()) {
            section.problem(field, "must name each field once, were " + fields);
        } else if (!isTree && fields.size() > MOST_FIELDS) {
            section.problem(field, "must name at most " + MOST_FIELDS + " fields, were " + fields.size());
        }
    }

    /** Whether levels are sets of fields, whose values may be declared field by field even if there is one. */
    boolean areSets() {
        return !isTree && !fields.isEmpty();
    }

    /** The fields of all levels, in order; none without levels. */
    List<String> fields() {
        return fields;
    }

    /** Keys with the levels above declared ones; without levels the declared ones. Empty if a problem has been noted. */
    Optional<KeySpace> above(KeySpace declared) {
        if (fields.isEmpty()) {
            return Optional.of(declared);
        }
        try {
            return Optional.of(KeySpace.ofLevels((DeclaredKeys) declared, fields, isTree ? List.of() : sets));
        } catch (IllegalArgumentException e) {
            section.problem(KeyFields.grouping(section), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
