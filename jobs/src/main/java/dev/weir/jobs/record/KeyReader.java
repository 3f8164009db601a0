package dev.weir.jobs.record;

import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.keys.KeyFinder;
import dev.weir.operators.keys.KeyName;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.KeyValues;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key by which a query groups an accepted record. Such a record has text in all key fields, except that a field
 * which is looked up may be absent.
 */
final class KeyReader implements KeyValues {

    private static final Fields NO_FIELDS = new Fields(0);

    private final int query;
    private final KeySpace keys;
    private final int[] numbers;
    private @Nullable KeyFinder finder;
    private @Nullable List<String> cells;
    private Fields record = NO_FIELDS;

    /**
     * @param query the query's number in the plan
     * @param keys the keys of the query
     * @param numbers the numbers of the fields with the attributes of the key, in order
     */
    KeyReader(int query, KeySpace keys, int[] numbers) {
        this.query = query;
        this.keys = keys;
        this.numbers = numbers;
    }

    /**
     * Passes the record's key to {@code decoded}.
     *
     * @return whether the query has this key
     */
    boolean read(Fields fields, DecodedRecord decoded) {
        if (numbers.length == 1 && fields.isText(numbers[0])) {
            int field = numbers[0];
            return decoded.key(query, fields.bytes(field), fields.from(field), fields.to(field));
        }
        record = fields;
        return decoded.key(query, this);
    }

    /**
     * Returns the text of the record's key. A key that takes values which are not declared stands for them; other keys that
     * are not declared are returned as they are, with nothing in the place of an absent field. The key is private.
     */
    String text(Fields fields) {
        record = fields;
        int number = keys.discovered().isPresent() ? KeyFinder.ABSENT : finder().find(this);
        if (number != KeyFinder.ABSENT) {
            return cells().get(number);
        }
        KeyName own = KeyName.ofValues(Arrays.stream(numbers)
                .mapToObj(field -> fields.isText(field) ? fields.text(field) : "")
                .toList());
        return numbers.length == 1 ? own.components().get(0).orElse("") : own.text();
    }

    private List<String> cells() {
        List<String> made = cells == null ? keys.cells() : cells;
        cells = made;
        return made;
    }

    /** The finder of texts, which is made on demand: a job never asks for texts, and declared keys may be many. */
    private KeyFinder finder() {
        KeyFinder made = finder == null ? keys.finder() : finder;
        finder = made;
        return made;
    }

    @Override
    public boolean has(int attribute) {
        return record.isText(numbers[attribute]);
    }

    @Override
    public byte[] bytes(int attribute) {
        return record.bytes(numbers[attribute]);
    }

    @Override
    public int from(int attribute) {
        return record.from(numbers[attribute]);
    }

    @Override
    public int to(int attribute) {
        return record.to(numbers[attribute]);
    }
}
