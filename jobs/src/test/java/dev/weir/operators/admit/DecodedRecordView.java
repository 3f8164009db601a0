package dev.weir.operators.admit;

import dev.weir.operators.counters.RecordOutcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Gives tests of decoders access to the content of a decoded record. */
public final class DecodedRecordView {

    private DecodedRecordView() {}

    /** Returns a rejection's code, or the unit and the contribution to a query. */
    public static String of(DecodedRecord decoded, int query) {
        if (decoded.rejection() != null) {
            return String.valueOf(decoded.rejection());
        }
        String unit = new String(decoded.unit(), StandardCharsets.UTF_8);
        RecordOutcome outcome = decoded.outcome(query);
        if (outcome == null) {
            return unit + " " + decoded.key(query) + " " + Arrays.toString(decoded.words(query));
        }
        return unit + (outcome == RecordOutcome.WHERE ? " filtered" : " undeclared");
    }
}
