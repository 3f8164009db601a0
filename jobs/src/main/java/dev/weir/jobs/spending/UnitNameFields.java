package dev.weir.jobs.spending;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes and reads the field and form of the units' ids, as fields of a line of a replay ledger. These fields are
 * absent if the unit has no field for ids.
 */
final class UnitNameFields {

    private static final String NAME = "unit-field";
    private static final String FORM = "unit-form";
    private static final String FORMER = "unit-was";

    private UnitNameFields() {}

    /** The name of the field, the form of the ids, and the former name of the field if one is stated. */
    static Map<String, Object> of(UnitName unit) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (unit.field().isKnown()) {
            fields.put(NAME, unit.field().name());
            fields.put(FORM, unit.field().form());
        }
        if (unit.field().isKnown() && !unit.former().isEmpty()) {
            fields.put(FORMER, unit.former());
        }
        return fields;
    }

    /** Reads what {@link #of} has written. */
    static UnitName read(JsonNode line) {
        return line.has(NAME)
                ? UnitName.of(line.required(NAME).asText())
                        .inForm(form(line.required(FORM).asText()))
                        .formerly(line.path(FORMER).asText())
                : UnitName.NONE;
    }

    private static UnitForm form(String text) {
        return UnitForm.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
