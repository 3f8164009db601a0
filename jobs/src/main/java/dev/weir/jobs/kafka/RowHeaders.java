package dev.weir.jobs.kafka;

import dev.weir.operators.publish.PublishedRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a row's message say, as text, so that a reader can choose rows without reading their lines: {@code schema},
 * {@code query}, {@code version} and {@code window-end}. All of it is in the row's release id too, so it is as public as that.
 *
 * <p>Rows come by window and query, so one row's headers are mostly those of the row before, and are the same objects.
 */
final class RowHeaders {

    /** More bytes than the headers of a row take: the name of a query has at most 200. */
    static final int LARGEST = 384;

    private static final int SCHEMA_VERSION = 1;
    private static final int PARTS_OF_ID = 5;
    private static final int VERSION_IN_ID = 2;

    private @Nullable PublishedRow last;
    private List<Header> headers = List.of();

    /** The headers of a row. */
    List<Header> of(PublishedRow row) {
        if (last == null || !isAlike(last, row)) {
            headers = make(row);
            last = row;
        }
        return headers;
    }

    /** Whether rows are of one kind, query, version and window. */
    private static boolean isAlike(PublishedRow row, PublishedRow other) {
        int end = endOfVersion(row.releaseId());
        return row.kind() == other.kind()
                && row.windowEnd() == other.windowEnd()
                && row.query().equals(other.query())
                && end == endOfVersion(other.releaseId())
                && row.releaseId().regionMatches(0, other.releaseId(), 0, end);
    }

    /** Where pipeline, query and version end in a release id; the end of an id that has fewer parts. */
    private static int endOfVersion(String id) {
        int end = -1;
        for (int part = 0; part <= VERSION_IN_ID; part++) {
            end = id.indexOf('/', end + 1);
            if (end < 0) {
                return id.length();
            }
        }
        return end;
    }

    private static List<Header> make(PublishedRow row) {
        List<Header> headers = new ArrayList<>();
        headers.add(header("schema", schema(row)));
        headers.add(header("query", row.query()));
        String[] id = row.releaseId().split("/", -1);
        if (id.length == PARTS_OF_ID) {
            headers.add(header("version", id[VERSION_IN_ID]));
        }
        headers.add(header("window-end", Instant.ofEpochMilli(row.windowEnd()).toString()));
        return headers;
    }

    /** {@code weir.released/1}: what kind of line it is, and which version of its shape. */
    private static String schema(PublishedRow row) {
        return "weir." + row.kind().name().toLowerCase(Locale.ROOT) + "/" + SCHEMA_VERSION;
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
