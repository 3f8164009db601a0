package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.weir.operators.aggregate.Estimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the values of a row, each as {@link JsonText#value} writes {@link Estimate#released}. Consecutive rows are mostly those of
 * one step, whose values have the same names and standard deviations, so the text of these is kept. For use by one thread.
 *
 * <p>Memory: about 200 bytes for each value of the row that has had the most.
 */
final class RowValues {

    private static final SerializableString VALUE = new SerializedString("value");
    private static final SerializableString STDDEV = new SerializedString("stddev");

    /** The last name and standard deviation that were written at each place among the values. */
    private final List<Written> places = new ArrayList<>();

    /**
     * Writes estimates as one object, in which each has a field.
     *
     * @param json the generator
     * @param estimates the estimates of a row
     */
    void write(JsonGenerator json, List<Estimate> estimates) throws IOException {
        json.writeStartObject();
        for (int place = 0; place < estimates.size(); place++) {
            Estimate estimate = estimates.get(place);
            // JSON has no infinite number, and JsonText writes one as a text
            if (estimate.isNumber() && Double.isFinite(estimate.stddev())) {
                writeNumber(json, estimate, place);
            } else {
                json.writeFieldName(estimate.name());
                JsonText.value(json, estimate.released());
            }
        }
        json.writeEndObject();
    }

    private void writeNumber(JsonGenerator json, Estimate number, int place) throws IOException {
        Written written = written(place, number.name(), number.stddev());
        json.writeFieldName(written.field);
        json.writeStartObject();
        json.writeFieldName(VALUE);
        JsonText.value(json, number.value());
        json.writeFieldName(STDDEV);
        json.writeRawValue(written.deviation);
        json.writeEndObject();
    }

    private Written written(int place, String name, double stddev) {
        while (places.size() <= place) {
            places.add(Written.NOTHING);
        }
        Written last = places.get(place);
        if (last.stddev == stddev && last.name.equals(name)) {
            return last;
        }
        SerializableString field = last.name.equals(name) ? last.field : new SerializedString(name);
        Written next = new Written(name, stddev, field, new SerializedString(NumberOutput.toString(stddev, true)));
        places.set(place, next);
        return next;
    }

    private record Written(String name, double stddev, SerializableString field, SerializableString deviation) {

        /** Equals no standard deviation, so the first number of a place is formatted. */
        static final Written NOTHING = new Written("", Double.NaN, new SerializedString(""), new SerializedString(""));
    }
}
