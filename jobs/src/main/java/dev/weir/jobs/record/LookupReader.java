package dev.weir.jobs.record;

import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.keys.DeclaredKeyTable;
import dev.weir.operators.keys.DeclaredKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sets one looked-up field of records. The field is a function of one field of the same record and of a public table. If the
 * record lacks the field that is looked up, it lacks the result as well.
 */
final class LookupReader {

    private static final byte[] ABSENT = {};

    private final int from;
    private final int target;
    private final DeclaredKeyTable texts;
    private final byte[][] results;
    private final byte[] others;

    LookupReader(Lookup lookup, FieldNumbers numbers) {
        from = numbers.of(lookup.from());
        target = numbers.of(lookup.name());
        List<String> known = lookup.results().keySet().stream().sorted().toList();
        texts = new DeclaredKeys(known).table();
        results = known.stream()
                .map(text -> utf8(lookup.results().getOrDefault(text, "")))
                .toArray(byte[][]::new);
        String name = lookup.others();
        others = name == null ? ABSENT : utf8(name);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Sets the field of a record, in place of any field of the same name that the record itself has. */
    void fill(Fields record) {
        byte[] result = ABSENT;
        if (record.isText(from)) {
            int number = texts.find(record.bytes(from), record.from(from), record.to(from));
            result = number == DeclaredKeyTable.ABSENT ? others : results[number];
        }
        record.text(target, result, 0, result.length);
    }
}
