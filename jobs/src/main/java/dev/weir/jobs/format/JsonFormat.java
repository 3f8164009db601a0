package dev.weir.jobs.format;

import java.util.List;

/**
 * JSON, one object for each record. A field is named by its dotted path, such as {@code user.id} for a field of an inner
 * object.
 */
public record JsonFormat() implements RecordFormat {

    static final FormatKind KIND =
            new FormatKind("json", "one object a record", List.of(), (source, file, isRun) -> new JsonFormat());

    @Override
    public String word() {
        return KIND.word();
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return new JsonSplitter(numbers);
    }

    @Override
    public String malformed() {
        return "no JSON objects: check source.format";
    }
}
