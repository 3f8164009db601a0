package dev.weir.operators.result;

import dev.weir.operators.query.ReleaseId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The public result of one key in one window: a release, or the fact that it was withheld. */
public sealed interface WindowResult permits Release, Withheld {

    /** The id of the release or withheld release. */
    ReleaseId id();

    /** The start of the window, which belongs to the window. */
    Instant start();

    /** The name of the query. */
    default String query() {
        return id().query();
    }

    /** The text of the key: of its only attribute, or of its encoded name if it has several. */
    default String key() {
        return id().key();
    }

    /** The values of the key's attributes, in the order in which they were declared; an attribute that is rolled up is empty. */
    default List<Optional<String>> attributes() {
        return id().name().components();
    }

    /** The end of the window, which does not belong to the window. */
    default Instant end() {
        return Instant.ofEpochMilli(id().windowEnd());
    }
}
