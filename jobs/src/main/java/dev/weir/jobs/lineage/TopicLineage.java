package dev.weir.jobs.lineage;

import dev.weir.jobs.config.Sink;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageDatasetFacet;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;

/**
 * The topics of a job as Flink's lineage knows them: by their names, and with a facet of privacy. Nothing else leaves with them: no
 * statistics, no option of a connection, brokers included, and not the field of the units' ids. All of it follows from the
 * configuration. The connector's own description, which has client properties, is not used.
 */
public final class TopicLineage {

    private static final String NAMESPACE = "kafka";

    private TopicLineage() {}

    /**
     * A topic.
     *
     * @param name its name
     * @param facet makes its facet, when a listener asks
     */
    private record Topic(String name, Supplier<PrivacyFacet> facet) implements LineageDataset {

        @Override
        public String namespace() {
            return NAMESPACE;
        }

        @Override
        public Map<String, LineageDatasetFacet> facets() {
            return Map.of(PrivacyFacet.NAME, facet.get());
        }
    }

    private record Records(List<LineageDataset> datasets, Boundedness boundedness) implements SourceLineageVertex {}

    private record Releases(List<LineageDataset> datasets) implements LineageVertex {}

    /**
     * Returns the vertex of a topic of records.
     *
     * @param topic the name of the topic
     * @param unit the words of the privacy unit
     * @param boundedness whether it is read to an end
     */
    public static SourceLineageVertex records(String topic, String unit, Boundedness boundedness) {
        return new Records(List.of(new Topic(topic, () -> new PrivacyFacet(true, unit, ""))), boundedness);
    }

    /**
     * Returns the vertex of the topics of a pipeline's rows, released and withheld.
     *
     * @param sink the topics
     * @param unit the words of the privacy unit
     * @param card makes the card of the releases, when a listener asks
     */
    public static LineageVertex releases(Sink sink, String unit, Supplier<String> card) {
        Supplier<PrivacyFacet> facet = () -> new PrivacyFacet(false, unit, card.get());
        return new Releases(Stream.of(sink.released(), sink.withheld())
                .<LineageDataset>map(topic -> new Topic(topic, facet))
                .toList());
    }
}
