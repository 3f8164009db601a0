package dev.weir.jobs.audit;

import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.config.Source;
import dev.weir.operators.keys.KeyName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields that a record must have so that it has a key.
 *
 * @param source where records and look-ups come from
 * @param fields the fields that queries group by
 */
record KeyAttributes(Source source, List<String> fields) {

    private static final String NOT_IN_TABLE = "of no look-up";

    /** The fields of a record and their values, for a key's text. Fields of the record go before those that are looked up. */
    Map<String, String> of(String text) {
        List<Optional<String>> values = new KeyName(text, fields.size() > 1).components();
        Map<String, String> record = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            if (source.raw(fields.get(i)).equals(fields.get(i))) {
                record.put(fields.get(i), values.get(i).orElse(""));
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            String result = values.get(i).orElse("");
            source.lookups(List.of(fields.get(i)).stream())
                    .forEach(lookup -> record.putIfAbsent(lookup.from(), text(lookup, result)));
        }
        return record;
    }

    /** A text whose look-up has a result. */
    private static String text(Lookup lookup, String result) {
        return lookup.results().entrySet().stream()
                .filter(row -> row.getValue().equals(result))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse(NOT_IN_TABLE);
    }
}
