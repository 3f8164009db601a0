package dev.weir.operators.api;

import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A query that has no keys yet. The next call says which keys may appear.
 *
 * @param <T> the record
 */
public sealed class UnkeyedQuery<T> permits UnkeyedQuery.WithDelta {

    private final String name;
    private final int version;
    private final Field<T, Boolean> where;

    UnkeyedQuery(String name, int version, Field<T, Boolean> where) {
        this.name = name;
        this.version = version;
        this.where = where;
    }

    /**
     * Sets the version of the query. Increase it whenever the meaning of the query changes, because Weir cannot detect that a lambda has
     * changed. Open windows of another version are dropped.
     *
     * @param number the version, at least 1; it is 1 if this method is not called
     */
    public UnkeyedQuery<T> version(int number) {
        return new UnkeyedQuery<>(name, number, where);
    }

    /**
     * Takes only records that meet a condition, in addition to all earlier conditions.
     *
     * @param condition the condition; a record for which it returns null or throws does not meet it
     */
    public UnkeyedQuery<T> where(Field<T, Boolean> condition) {
        Field<T, Boolean> before = where;
        return new UnkeyedQuery<>(
                name,
                version,
                record -> Boolean.TRUE.equals(before.of(record)) && Boolean.TRUE.equals(condition.of(record)));
    }

    /** Does not group: every window has one release, of all records that the query takes. Its key is {@code all}. */
    public UnwindowedQuery<T> byNone() {
        return by(List.of(), KeySpace.none());
    }

    /**
     * Groups by a key whose values are declared and public. Each declared key is released in every window, even if no record has it.
     * Records with other keys are left out.
     *
     * @param key reads the key from a record: at most 256 bytes of UTF-8
     * @param keys the declared keys: distinct, at least one
     * @throws NullPointerException if a key is null
     * @throws IllegalArgumentException if there is no declared key, or a declared key is not as described
     */
    public UnwindowedQuery<T> byDeclaredKey(Field<T, String> key, Collection<String> keys) {
        return by(List.of(key), new DeclaredKeys(List.copyOf(keys)));
    }

    /**
     * Groups by a key whose values are declared and public, and counts all records with other keys under one more key.
     *
     * @param key reads the key from a record: at most 256 bytes of UTF-8
     * @param keys the declared keys: distinct, at least one
     * @param others the key of all records with other keys; not a declared key
     * @throws NullPointerException if a key is null
     * @throws IllegalArgumentException if there is no declared key, or a key is not as described
     */
    public UnwindowedQuery<T> byDeclaredKey(Field<T, String> key, Collection<String> keys, String others) {
        return by(List.of(key), DeclaredKeys.withOthers(List.copyOf(keys), others));
    }

    /**
     * Groups by several attributes whose combinations are declared and public. Each declared combination is released in every window,
     * even if no record has it. Records with other combinations are left out. A release names the attributes in the same order.
     *
     * @param attributes read the attributes of the key from a record, at least two: at most 256 bytes of UTF-8 each
     * @param combinations the declared keys: distinct, at least one, each with a value for every attribute
     * @throws NullPointerException if a value is null
     * @throws IllegalArgumentException if there are fewer attributes or combinations, or a combination is not as described
     */
    public UnwindowedQuery<T> byDeclared(
            List<Field<T, String>> attributes, Collection<? extends List<String>> combinations) {
        return by(attributes, combined(attributes.size(), new ArrayList<>(combinations), Others.NONE));
    }

    /**
     * Groups by several attributes whose combinations are declared and public, and counts all records with other combinations under
     * one more key, in which every attribute has the same value.
     *
     * @param attributes read the attributes of the key from a record, at least two: at most 256 bytes of UTF-8 each
     * @param combinations the declared keys: distinct, at least one, each with a value for every attribute
     * @param others the value of every attribute in the key of all other records; not a value of a declared key
     * @throws NullPointerException if a value is null
     * @throws IllegalArgumentException if there are fewer attributes or combinations, or a combination is not as described
     */
    public UnwindowedQuery<T> byDeclared(
            List<Field<T, String>> attributes, Collection<? extends List<String>> combinations, String others) {
        if (combinations.stream().anyMatch(values -> values.contains(others))) {
            throw new IllegalArgumentException("others must not be a value of a declared key");
        }
        List<List<String>> all = new ArrayList<>(combinations);
        all.add(Collections.nCopies(attributes.size(), others));
        return by(attributes, combined(attributes.size(), all, Others.ofTail(others, attributes.size())));
    }

    /**
     * Groups by a tree of attributes, each of which refines the one before: one row for everything, one for each value of the first attribute, and so on to
     * the declared combinations. All of these rows are released in every window, and they add up. A release names the attributes that its row keeps.
     *
     * @param attributes read the attributes of the key from a record, at least one: at most 256 bytes of UTF-8 each
     * @param combinations the declared combinations of all attributes: distinct, at least one
     * @throws NullPointerException if a value is null
     * @throws IllegalArgumentException if there is no attribute or combination, or a combination is not as described
     */
    public UnwindowedQuery<T> byLevels(
            List<Field<T, String>> attributes, Collection<? extends List<String>> combinations) {
        return by(attributes, levels(attributes.size(), new ArrayList<>(combinations), List.of()));
    }

    /**
     * Groups by sets of attributes: for each set one row for each combination of values of its attributes. All of these rows are released in every window;
     * they add up exactly if one set has all attributes.
     *
     * @param attributes read the attributes of the key from a record, at least one: at most 256 bytes of UTF-8 each
     * @param values the declared values of each attribute, of which all combinations are declared
     * @param sets the attributes that each level keeps, as their indexes from 0; each attribute must be in some set
     * @throws NullPointerException if a value is null
     * @throws IllegalArgumentException if there is no attribute, or values or sets are not as described
     */
    public UnwindowedQuery<T> bySets(
            List<Field<T, String>> attributes,
            List<? extends List<String>> values,
            List<? extends Collection<Integer>> sets) {
        if (sets.stream().flatMap(Collection::stream).anyMatch(at -> at < 0 || at >= attributes.size())) {
            throw new IllegalArgumentException(
                    "sets must have indexes of attributes, from 0 to " + (attributes.size() - 1));
        }
        List<List<String>> combinations = List.of(List.of());
        for (List<String> ofAttribute : values) {
            combinations = combinations.stream()
                    .flatMap(shorter -> ofAttribute.stream()
                            .map(value -> Stream.concat(shorter.stream(), Stream.of(value))
                                    .toList()))
                    .toList();
        }
        List<Integer> masks = sets.stream()
                .map(set -> set.stream().mapToInt(at -> 1 << at).reduce(0, (a, b) -> a | b))
                .toList();
        return by(attributes, levels(attributes.size(), combinations, masks));
    }

    private static void requireSeveral(int attributes) {
        if (attributes < 2) {
            throw new IllegalArgumentException("attributes must be at least 2, were " + attributes);
        }
    }

    private static List<String> places(int attributes) {
        return IntStream.rangeClosed(1, attributes).mapToObj(Integer::toString).toList();
    }

    private static KeySpace levels(int attributes, List<List<String>> combinations, List<Integer> sets) {
        List<String> names = places(attributes);
        boolean isOne = attributes == 1 && combinations.stream().allMatch(values -> values.size() == 1);
        DeclaredKeys declared = isOne
                ? new DeclaredKeys(
                        combinations.stream().map(values -> values.get(0)).toList())
                : DeclaredKeys.of(names, combinations, Others.NONE);
        return KeySpace.ofLevels(declared, names, sets);
    }

    /** Combinations whose attributes are named by their places, because a record of Java has no names for what lambdas read. */
    private static KeySpace combined(int attributes, List<List<String>> combinations, Others others) {
        requireSeveral(attributes);
        List<String> names = places(attributes);
        return DeclaredKeys.of(names, combinations, others);
    }

    private UnwindowedQuery<T> by(List<Field<T, String>> attributes, KeySpace keys) {
        return new UnwindowedQuery<>(selected(attributes, keys));
    }

    private Selection<T> selected(List<Field<T, String>> attributes, KeySpace keys) {
        return new Selection<>(name, version, where, List.copyOf(attributes), keys);
    }

    /**
     * A query that has no keys yet, of a stream whose budget has a delta. A part of that delta may pay for keys that nobody declares.
     *
     * @param <T> the record
     */
    public static final class WithDelta<T> extends UnkeyedQuery<T> {

        WithDelta(String name, int version, Field<T, Boolean> where) {
            super(name, version, where);
        }

        private static <T> WithDelta<T> of(UnkeyedQuery<T> query) {
            return new WithDelta<>(query.name, query.version, query.where);
        }

        @Override
        public WithDelta<T> version(int number) {
            return of(super.version(number));
        }

        @Override
        public WithDelta<T> where(Field<T, Boolean> condition) {
            return of(super.where(condition));
        }

        /**
         * Groups by a key that nobody declares. A key is released if its noisy number of records or units reaches a threshold, and leaves no trace
         * otherwise.
         *
         * @param key reads the key from a record: at most 256 bytes of UTF-8, without control characters
         * @param delta the part of the budget's &delta; that pays for a unit's keys: it bounds the probability that a key which one unit alone has
         *     is released. The noise has the rest
         * @throws IllegalArgumentException if the delta is not above 0
         */
        public DiscoveredQuery<T> byDiscoveredKey(Field<T, String> key, BigDecimal delta) {
            return discovered(List.of(key), delta, List.of());
        }

        /**
         * Groups by several attributes whose combinations nobody declares. A release names the attributes in the same order.
         *
         * @param attributes read the attributes of the key from a record, at least two: at most 256 bytes of UTF-8 each, without control characters
         * @param delta the part of the budget's &delta; that pays for a unit's keys
         * @throws IllegalArgumentException if there are fewer attributes, or the delta is not above 0
         */
        public DiscoveredQuery<T> byDiscovered(List<Field<T, String>> attributes, BigDecimal delta) {
            requireSeveral(attributes.size());
            return discovered(attributes, delta, places(attributes.size()));
        }

        private DiscoveredQuery<T> discovered(List<Field<T, String>> attributes, BigDecimal delta, List<String> names) {
            DiscoveredKeys keys = new DiscoveredKeys(Delta.atMost(delta), DiscoveredKeys.NOT_STATED, 1, 1, names);
            return new DiscoveredQuery<>(super.selected(attributes, keys), keys);
        }
    }
}
