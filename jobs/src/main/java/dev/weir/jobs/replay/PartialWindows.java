package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * Marks the rows of windows that reach before the first slot of a recording or behind its last one. Slots and windows are public, so the
 * mark reveals nothing.
 *
 * @param schedule the times of the slots
 */
record PartialWindows(Schedule schedule) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] MARK = ",\"partial\":true}".getBytes(StandardCharsets.UTF_8);

    /**
     * Returns a row with its mark, or the row itself if it has none. Rows of kinds without windows, such as reports, have none.
     *
     * @param row a JSON object
     */
    byte[] marked(byte[] row) {
        try {
            JsonNode window = JSON.readTree(row).path("window");
            return window.has("start") && isPartial(window) ? with(row) : row;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isPartial(JsonNode window) {
        return Instant.parse(window.path("start").asText()).toEpochMilli() < schedule.from()
                || Instant.parse(window.path("end").asText()).toEpochMilli() > schedule.until();
    }

    private static byte[] with(byte[] row) {
        byte[] marked = Arrays.copyOf(row, row.length - 1 + MARK.length);
        System.arraycopy(MARK, 0, marked, row.length - 1, MARK.length);
        return marked;
    }
}
