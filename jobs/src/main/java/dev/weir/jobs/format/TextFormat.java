package dev.weir.jobs.format;

import java.util.Map;

/** A format whose records are texts, in which records can be made up. */
public interface TextFormat extends RecordFormat {

    @Override
    default TextFormat text() {
        return this;
    }

    /**
     * Writes a record, the inverse of {@link #splitter}.
     *
     * @param values the values of the fields by their names; fields that are not among them are left empty or out
     * @return the record without an end of line
     */
    String write(Map<String, String> values);
}
