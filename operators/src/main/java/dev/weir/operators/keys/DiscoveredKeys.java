package dev.weir.operators.keys;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.keys.text.TextHash;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Keys that nobody declared. A key is released in a window, or in a running total from a step on, only if its noisy number of records or units reaches a threshold there; a &delta; pays
 * for the chance that this happens to a key that needs one unit for its existence ({@link dev.weir.accountant.selection.keys.LoneKey}). No
 * key is known before, so none is released in every window, and no number of a key has a meaning outside of one subtask and window.
 *
 * @param delta the &delta; of one unit, period and query for its keys, above 0
 * @param by the name of the count of records or of units that announces keys
 * @param preThreshold the least number of units of a key that exists, at least 1
 * @param every in running totals, the number of steps from one examination of the keys to the next; 1 in windows
 * @param attributes the names of the attributes of which a key consists, at least two, in order; empty if a key is one text
 */
public record DiscoveredKeys(Delta delta, String by, long preThreshold, long every, List<String> attributes)
        implements KeySpace {

    private static final long serialVersionUID = 1L;

    /** What stands for the name of the count that announces keys while it is not known. */
    public static final String NOT_STATED = "";

    private static final int DISCOVERED = 4;

    /** The most bytes of a percent-encoded byte. */
    private static final int ENCODED = 3;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code delta} is 0 or {@code preThreshold} is below 1 */
    public DiscoveredKeys {
        Require.that(delta.yocto().signum() > 0, "delta of keys", "above 0", delta.words());
        Require.atLeast("pre-threshold", preThreshold, 1);
        Require.atLeast("every", every, 1);
        attributes = List.copyOf(attributes);
        if (attributes.size() == 1) {
            throw new IllegalArgumentException("attributes must be none or several, was 1");
        }
    }

    /**
     * Creates keys of one text.
     *
     * @param delta the &delta; of one unit, period and query for its keys, above 0
     * @param by the name of the count of records or of units that announces keys
     * @param preThreshold the least number of units of a key that exists, at least 1
     * @param every the number of steps from one examination of the keys to the next; 1 in windows
     */
    public DiscoveredKeys(Delta delta, String by, long preThreshold, long every) {
        this(delta, by, preThreshold, every, List.of());
    }

    /**
     * Creates keys that are examined at every step or window.
     *
     * @param delta the &delta; of one unit, period and query for its keys, above 0
     * @param by the name of the count of records or of units that announces keys
     * @param preThreshold the least number of units of a key that exists, at least 1
     */
    public DiscoveredKeys(Delta delta, String by, long preThreshold) {
        this(delta, by, preThreshold, 1);
    }

    @Override
    public Optional<DiscoveredKeys> discovered() {
        return Optional.of(this);
    }

    /**
     * These keys, announced by another value.
     *
     * @param other the name of the count of records or of units that announces keys
     */
    public DiscoveredKeys announcedBy(String other) {
        return new DiscoveredKeys(delta, other, preThreshold, every, attributes);
    }

    /**
     * These keys, of which each needs so many units to exist.
     *
     * @param units the least number of units of a key that exists, at least 1
     */
    public DiscoveredKeys ofUnits(long units) {
        return new DiscoveredKeys(delta, by, units, every, attributes);
    }

    /**
     * These keys, examined at other steps.
     *
     * @param steps the number of steps from one examination of the keys to the next, at least 1
     */
    public DiscoveredKeys examinedEvery(long steps) {
        return new DiscoveredKeys(delta, by, preThreshold, steps, attributes);
    }

    /**
     * The most bytes of the text of a key inside a job. A key of several attributes has the text of its {@link KeyName}, which differs for
     * different values; each value has at most {@link PackedText#MOST_BYTES} bytes before it is encoded.
     */
    public int mostBytes() {
        return attributes.isEmpty() ? PackedText.MOST_BYTES : attributes.size() * (ENCODED * PackedText.MOST_BYTES + 1);
    }

    /** The attributes belong to the meaning of a key: the same text is another key where it is made of other ones. */
    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields()
                .put(1, DISCOVERED)
                .put(2, delta.yocto().toString())
                .put(3, by)
                .put(4, preThreshold)
                .put(5, every);
        attributes.forEach(attribute -> fields.put(6, attribute));
        return fields;
    }

    /** How keys are announced belongs to the meaning of the cells: under other terms the gate's touches would cost another &delta;. */
    @Override
    public TaggedFields shape() {
        return identity();
    }

    @Override
    public List<String> known() {
        return List.of();
    }

    /** Nobody can find the number of such a key outside of the gate: {@link dev.weir.operators.admit.DecodedRecord} keeps its text instead. */
    @Override
    public KeyFinder finder() {
        return KeyFinder.ofNone();
    }

    @Override
    public Supplier<KeyNumbers> numbers(String query) {
        throw new IllegalStateException("numbers of discovered keys need the number of words of a record");
    }

    @Override
    public Supplier<KeyNumbers> numbers(String query, int recordWords) {
        TextHash hash = new TextHash(KeyStream.fresh());
        return () -> new DiscoveredKeyNumbers(query, recordWords, mostBytes(), hash);
    }

    @Override
    public String name(int number) {
        throw new IllegalStateException("discovered keys have no numbers outside of the gate");
    }

    @Override
    public int most() {
        return Integer.MAX_VALUE;
    }

    /** Texts of the largest length whose characters take the most room in an id, in JSON and in CSV. */
    @Override
    public List<String> longest() {
        return Stream.of("\"", "<", "%")
                .map(character -> character.repeat(PackedText.MOST_BYTES))
                .map(text -> attributes.isEmpty()
                        ? text
                        : KeyName.ofValues(Collections.nCopies(attributes.size(), text))
                                .text())
                .toList();
    }

    @Override
    public Object terms() {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("discovered", true);
        if (!attributes.isEmpty()) {
            terms.put("attributes", attributes);
        }
        terms.put("by", by);
        terms.put("delta", delta.value().stripTrailingZeros());
        terms.put("pre_threshold", preThreshold);
        return terms;
    }

    @Override
    public String publicWords() {
        return "the keys that were announced";
    }

    @Override
    public String words() {
        return "keys that nobody declared, each released where its noisy " + by + " reaches a threshold";
    }
}
