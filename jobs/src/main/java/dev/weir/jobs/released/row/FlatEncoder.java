package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.released.FlatTable;

/** Writes flat rows in one format. For use by one thread. */
@FunctionalInterface
interface FlatEncoder {

    /**
     * Returns the bytes of a row.
     *
     * @param table the columns
     * @param line the nested row
     */
    byte[] encode(FlatTable table, JsonNode line);
}
