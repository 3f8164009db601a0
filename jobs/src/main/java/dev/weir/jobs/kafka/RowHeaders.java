package dev.weir.jobs.kafka;

import dev.weir.operators.publish.PublishedRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.apache.kafka.common.header.Headers;

/**
 * What the headers of a row's message say, as text, so that a reader can choose rows without reading their lines: {@code schema},
 * {@code query}, {@code version} and {@code window-end}. All of it is in the row's release id too, so it is as public as that.
 */
final class RowHeaders {

    /** More bytes than the headers of a row take: the name of a query has at most 200. */
    static final int LARGEST = 384;

    private static final int SCHEMA_VERSION = 1;
    private static final int PARTS_OF_ID = 5;
    private static final int VERSION_IN_ID = 2;

    private RowHeaders() {}

    /** Adds the headers of a row. */
    static void add(PublishedRow row, Headers headers) {
        headers.add("schema", text(schema(row)));
        headers.add("query", text(row.query()));
        String[] id = row.releaseId().split("/", -1);
        if (id.length == PARTS_OF_ID) {
            headers.add("version", text(id[VERSION_IN_ID]));
        }
        headers.add("window-end", text(Instant.ofEpochMilli(row.windowEnd()).toString()));
    }

    /** {@code weir.released/1}: what kind of line it is, and which version of its shape. */
    private static String schema(PublishedRow row) {
        return "weir." + row.kind().name().toLowerCase(Locale.ROOT) + "/" + SCHEMA_VERSION;
    }

    private static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
