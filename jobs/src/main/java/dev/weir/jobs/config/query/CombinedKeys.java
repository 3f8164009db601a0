package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.format.Delimiter;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the declared keys of a query that groups by several fields: a list of combinations, or a file of them, or the
 * values of each field.
 *
 * @param reader reads the section
 * @param fields the names of the fields, at least two; one only for values of each field
 */
record CombinedKeys(DeclaredReader reader, List<String> fields) {

    private static final int MOST = 10_000_000;

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> read() {
        int before = reader.section().problemsSoFar();
        try {
            Optional<KeySpace> keys = reader.isProduct() ? product(before) : listed(before);
            return keys.filter(read -> reader.section().isSound(before));
        } catch (IllegalArgumentException e) {
            reader.problem(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<KeySpace> product(int before) {
        Map<String, List<String>> declared = values();
        Map<String, String> others = othersOfFields();
        if (!reader.section().isSound(before)) {
            return Optional.empty();
        }
        List<List<String>> values = new ArrayList<>();
        for (String field : fields) {
            List<String> ofField = new ArrayList<>(declared.get(field));
            String name = others.get(field);
            if (name != null) {
                requireUndeclared(name, ofField);
                ofField.add(name);
            }
            values.add(ofField);
        }
        List<String> names =
                fields.stream().map(field -> others.getOrDefault(field, "")).toList();
        Others rest = others.isEmpty() ? Others.NONE : new Others(names, false);
        if (!reader.section().isSound(before)) {
            return Optional.empty();
        }
        return Optional.of(
                fields.size() == 1
                        ? new DeclaredKeys(List.of(), values.get(0), rest)
                        : DeclaredKeys.of(fields, combinations(values), rest));
    }

    private Map<String, List<String>> values() {
        int before = reader.section().problemsSoFar();
        ListType<String> ofField =
                new ListType<>(Literals.TEXT, Map.of(), values -> values.forEach(reader.check()::key));
        Map<String, List<String>> values =
                reader.section().read(KeyFields.DECLARED.as(new NamedType<>(ofField)), Map.of());
        boolean areAll = new HashSet<>(fields).equals(values.keySet())
                && values.values().stream().noneMatch(List::isEmpty);
        if (!areAll && reader.section().isSound(before)) {
            reader.problem("must hold at least one value of each of the fields " + fields + ", were fields "
                    + List.copyOf(values.keySet()));
        }
        return values;
    }

    private Map<String, String> othersOfFields() {
        if (!reader.hasOthersByField()) {
            Map<String, String> all = new HashMap<>();
            reader.others().ifPresent(name -> fields.forEach(field -> all.put(field, name)));
            return all;
        }
        Map<String, String> others = reader.othersByField();
        if (!fields.containsAll(others.keySet())) {
            reader.section()
                    .problem(
                            KeyFields.OTHERS,
                            "must name fields of the key, which are " + fields + ", were "
                                    + List.copyOf(others.keySet()));
        }
        return others;
    }

    private void requireUndeclared(String name, List<String> values) {
        if (values.contains(name)) {
            reader.section().problem(KeyFields.OTHERS, "must be no declared value, was " + name);
        }
    }

    private static List<List<String>> combinations(List<List<String>> values) {
        long size = 1;
        for (List<String> ofField : values) {
            size = Math.min(MOST + 1L, size * ofField.size());
        }
        if (size > MOST) {
            throw new IllegalArgumentException("must be at most " + MOST + " combinations, were more");
        }
        List<List<String>> combinations = List.of(List.of());
        for (List<String> ofField : values) {
            combinations = combinations.stream()
                    .flatMap(shorter -> ofField.stream().map(value -> extended(shorter, value)))
                    .toList();
        }
        return combinations;
    }

    private static List<String> extended(List<String> combination, String value) {
        return Stream.concat(combination.stream(), Stream.of(value)).toList();
    }

    private Optional<KeySpace> listed(int before) {
        Optional<String> others = Optional.empty();
        if (reader.hasOthersByField()) {
            reader.section()
                    .problem(
                            KeyFields.OTHERS,
                            "must be one name for a list of combinations: only values of each"
                                    + " field have names by field");
        } else {
            others = reader.others();
        }
        CombinationRules rules = new CombinationRules(fields.size(), reader.check(), others);
        List<List<String>> keys = new ArrayList<>(reader.isInline() ? inline(rules) : inFile(rules));
        reader.requireSome(keys, before);
        others.ifPresent(name -> {
            List<String> rest = Collections.nCopies(fields.size(), name);
            if (!keys.contains(rest)) {
                keys.add(rest);
            }
        });
        if (!reader.section().isSound(before)) {
            return Optional.empty();
        }
        Others names = others.map(name -> Others.ofTail(name, fields.size())).orElse(Others.NONE);
        return Optional.of(DeclaredKeys.of(fields, keys, names));
    }

    private List<List<String>> inline(CombinationRules rules) {
        ListType<List<String>> combination = ListType.of(new ListType<>(Literals.TEXT, Map.of(), rules::check));
        return reader.section().read(KeyFields.DECLARED.as(combination), List.of());
    }

    private List<List<String>> inFile(CombinationRules rules) {
        return reader.file().map(file -> inFile(file, rules)).orElse(List.of());
    }

    private List<List<String>> inFile(PublicFile file, CombinationRules rules) {
        List<String> header = file.lines().isEmpty()
                ? List.of()
                : Delimiter.COMMA.columns(file.lines().get(0).bytes()).orElse(List.of());
        if (header.size() != fields.size() || !new HashSet<>(header).equals(new HashSet<>(fields))) {
            reader.problem("must begin with a line of CSV that names the fields " + fields + ", in any order");
            return List.of();
        }
        return reader.lines(file, 1, line -> {
            List<String> cells = Delimiter.COMMA
                    .columns(line.bytes())
                    .orElseThrow(() -> new IllegalArgumentException("must be a line of CSV"));
            CombinationRules.requireSize(cells, fields.size());
            return rules.row(fields.stream()
                    .map(field -> cells.get(header.indexOf(field)))
                    .toList());
        });
    }
}
