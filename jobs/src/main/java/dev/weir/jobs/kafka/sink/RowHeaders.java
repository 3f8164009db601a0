package dev.weir.jobs.kafka.sink;

import dev.weir.accountant.canonical.ReleaseIdParts;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.released.row.WrittenForm;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a row's message, as text: {@code schema}, {@code query}, {@code version} and {@code window-end}. They let a
 * reader select rows without parsing their lines. They are public, because the row's public release id holds the same facts.
 *
 * <p>Consecutive rows of a window have the same headers, so the latest headers are kept and reused. Otherwise the same time
 * would be formatted for each of a million keys.
 */
public final class RowHeaders {

    /** An upper bound of the bytes of a row's headers. The name of a query has at most 200 bytes. */
    public static final int LARGEST = 384;

    private static final int SCHEMA_VERSION = 1;

    private @Nullable Latest latest;

    /**
     * The headers of consecutive rows that share them.
     *
     * @param kind the rows' kind
     * @param form the form of their lines
     * @param prefix the beginning of the rows' release ids: domain, query and version
     * @param windowEnd the end of the rows' window, epoch milliseconds
     * @param headers the headers
     */
    private record Latest(Outcome.Kind kind, Sink.Form form, String prefix, long windowEnd, List<Header> headers) {

        static Latest of(PublishedRow row) {
            List<Header> headers = new ArrayList<>();
            Sink.Form form = WrittenForm.of(row);
            headers.add(header("schema", schema(row, form)));
            headers.add(header("query", row.query()));
            Optional<ReleaseIdParts> id = ReleaseIdParts.of(row.releaseId());
            id.ifPresent(parts -> headers.add(header("version", parts.version())));
            headers.add(
                    header("window-end", Instant.ofEpochMilli(row.windowEnd()).toString()));
            String prefix = id.map(ReleaseIdParts::prefix).orElse(row.releaseId());
            return new Latest(row.kind(), form, prefix, row.windowEnd(), List.copyOf(headers));
        }

        boolean isOf(PublishedRow row) {
            return row.windowEnd() == windowEnd
                    && row.kind() == kind
                    && WrittenForm.of(row) == form
                    && row.releaseId().startsWith(prefix);
        }
    }

    /**
     * The headers of a row.
     *
     * @param row a released or withheld row
     */
    List<Header> of(PublishedRow row) {
        Latest known = latest;
        if (known == null || !known.isOf(row)) {
            known = Latest.of(row);
            latest = known;
        }
        return known.headers;
    }

    /** Returns the kind of the line, its form unless that is nested, and the version, such as {@code weir.released/1}. */
    private static String schema(PublishedRow row, Sink.Form form) {
        return "weir." + row.kind().name().toLowerCase(Locale.ROOT) + word(form) + "/" + SCHEMA_VERSION;
    }

    private static String word(Sink.Form form) {
        return switch (form) {
            case NESTED_JSON -> "";
            case FLAT_JSON -> ".flat";
            case FLAT_CSV -> ".csv";
            case FLAT_AVRO -> ".avro";
            case FLAT_AVRO_CONFLUENT -> ".avro-confluent";
        };
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
