package dev.weir.operators.keys;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * The name of a key: the text of the only attribute, or one component for each of several attributes.
 *
 * <p>In a release id a key with one attribute is its percent-encoded text. A key with several attributes is one
 * component for each, in order, joined by commas: the percent-encoded value, or a bare {@code *} if the attribute is
 * rolled up. An encoded value contains neither {@code ,} nor {@code *} nor {@code /}, and the number of components of a
 * query's keys is fixed. So different keys of a query have different names.
 *
 * @param text the text of the only attribute; with several attributes, the components joined by commas
 * @param isList whether the key has several attributes
 */
public record KeyName(String text, boolean isList) implements Serializable {

    private static final String SEPARATOR = ",";
    private static final String ROLLED_UP = "*";

    /**
     * The name of a key with one attribute.
     *
     * @param text the text of the key
     */
    public static KeyName of(String text) {
        return new KeyName(text, false);
    }

    /**
     * The name of a key with several attributes.
     *
     * @param values the values of the attributes, in order; empty for an attribute that is rolled up
     */
    public static KeyName ofComponents(List<Optional<String>> values) {
        StringJoiner text = new StringJoiner(SEPARATOR);
        for (Optional<String> value : values) {
            text.add(value.isEmpty() ? ROLLED_UP : PercentEncoding.encode(value.get()));
        }
        return new KeyName(text.toString(), true);
    }

    /**
     * The name of a key with several attributes, none of which is rolled up.
     *
     * @param values the values of the attributes, in order
     */
    public static KeyName ofValues(List<String> values) {
        return ofComponents(values.stream().map(Optional::of).toList());
    }

    /**
     * Reads a name.
     *
     * @param encoded a text that {@link #encoded} has returned
     * @throws IllegalArgumentException if the text is not a name; the message quotes at most one character of it
     */
    public static KeyName parse(String encoded) {
        if (!encoded.contains(SEPARATOR) && !encoded.equals(ROLLED_UP)) {
            return of(PercentEncoding.decode(encoded));
        }
        KeyName name = new KeyName(encoded, true);
        name.components();
        return name;
    }

    /** The name in a release id. */
    public String encoded() {
        return isList ? text : PercentEncoding.encode(text);
    }

    /** The values of the attributes, in order; empty for an attribute that is rolled up. */
    public List<Optional<String>> components() {
        if (!isList) {
            return List.of(Optional.of(text));
        }
        List<Optional<String>> components = new ArrayList<>();
        for (String part : text.split(SEPARATOR, -1)) {
            components.add(part.equals(ROLLED_UP) ? Optional.empty() : Optional.of(PercentEncoding.decode(part)));
        }
        return List.copyOf(components);
    }

    /**
     * The name for people: the text of the only attribute, or each attribute with its value, as in {@code country=DE,
     * device=web}. An attribute that is rolled up is left out.
     *
     * @param attributes the names of the attributes; empty if the key has only one
     */
    public String words(List<String> attributes) {
        return isList && components().size() == attributes.size() ? words(fields(attributes)) : text;
    }

    /**
     * Attributes with their values for people, as in {@code country=DE, device=web}; {@code all} if there is none.
     *
     * @param fields the values of attributes by their names
     */
    public static String words(Map<String, String> fields) {
        return fields.isEmpty()
                ? "all"
                : fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(", "));
    }

    /**
     * The values of the attributes by their names, in order. An attribute that is rolled up is left out.
     *
     * @param attributes the names of the attributes, as many as the key has
     */
    public Map<String, String> fields(List<String> attributes) {
        List<Optional<String>> components = components();
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < components.size(); i++) {
            String attribute = attributes.get(i);
            components.get(i).ifPresent(value -> fields.put(attribute, value));
        }
        return fields;
    }
}
