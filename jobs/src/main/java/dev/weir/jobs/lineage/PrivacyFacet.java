package dev.weir.jobs.lineage;

import org.apache.flink.streaming.api.lineage.LineageDatasetFacet;

/**
 * What a listener is told of a topic: whether it holds records of people, or releases, and then with which guarantee.
 *
 * @param isPrivate whether the topic holds records of people
 * @param unit the words of the privacy unit, such as {@code user-per-day}; never the field that holds the units' ids
 * @param card the card of the releases, as in {@code card.json}; empty for a topic of records
 */
public record PrivacyFacet(boolean isPrivate, String unit, String card) implements LineageDatasetFacet {

    /** The name of the facet. */
    public static final String NAME = "weir";

    @Override
    public String name() {
        return NAME;
    }
}
