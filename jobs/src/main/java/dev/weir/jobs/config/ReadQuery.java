package dev.weir.jobs.config;

import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;

/**
 * A query of a pipeline file in which nothing is wrong.
 *
 * @param file where it stands, and where what is unwise is noted
 * @param section what it was read from
 * @param priced what it asks and costs
 * @param fields what it reads of a record
 */
record ReadQuery(ReadFile file, Section section, PricedQuery priced, QueryFields fields) {

    Query query() {
        return priced.query();
    }

    Section bounds() {
        return section.optionalSection("bounds");
    }

    Section spend() {
        return section.optionalSection("spend");
    }

    /** What the query releases, entry by entry. */
    List<Section> entries() {
        return section.sections("release");
    }

    boolean isTumbling() {
        return section.optionalSection("window").has("tumbling");
    }

    void warn(Section in, String field, String sentence) {
        file.warn(in, field, sentence);
    }
}
