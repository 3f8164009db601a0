package dev.weir.jobs.audit;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.output.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a record in the format of a source. */
final class RecordText {

    private RecordText() {}

    /**
     * The text of a record.
     *
     * @param source the source, with columns if it is CSV
     * @param values the values of the fields by their names
     */
    static String of(Source source, Map<String, String> values) {
        return source.format()
                .header()
                .map(delimiter -> csv(source, delimiter.sign(), values))
                .orElseGet(() -> JsonText.of(nested(values)));
    }

    private static String csv(Source source, char sign, Map<String, String> values) {
        return source.columns().stream()
                .map(column -> quoted(values.getOrDefault(column, ""), sign))
                .collect(Collectors.joining(String.valueOf(sign)));
    }

    private static String quoted(String value, char sign) {
        boolean isPlain = value.indexOf(sign) < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0;
        return isPlain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }

    /** Dotted paths reach into objects. */
    private static Map<String, Object> nested(Map<String, String> values) {
        Map<String, Object> record = new LinkedHashMap<>();
        values.forEach((field, value) -> put(record, List.of(field.split("\\.")), value));
        return record;
    }

    @SuppressWarnings("unchecked") // every map in the record was made here
    private static void put(Map<String, Object> object, List<String> path, String value) {
        if (path.size() == 1) {
            object.put(path.get(0), value);
        } else {
            Map<String, Object> inner =
                    (Map<String, Object>) object.computeIfAbsent(path.get(0), unseen -> new LinkedHashMap<>());
            put(inner, path.subList(1, path.size()), value);
        }
    }
}
