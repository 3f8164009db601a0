package dev.weir.accountant.journal.chain;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The zones of declarations and claims, each with all of its rules: that of a domain's unit, and those of a pipeline's windows. A
 * later start takes the rules from here, and not from its own Java platform. The canonical bytes are written only where there is a
 * zone, so that all other events have the bytes that they have had in earlier builds.
 */
final class ZoneFields {

    /** The least number of bytes of a zone: its id, and the length, the offset and the counts of its rules. */
    private static final int LEAST_ZONE = 4 + 4 + 8 + 4 + 4;

    /** The least number of bytes of a query's zone: its name, and the number of the zone. */
    private static final int LEAST_QUERY = 4 + 4;

    private ZoneFields() {}

    /** Writes the zones of an event, and nothing for an event without zones. */
    static void write(DomainEvent event, CanonicalWriter out) {
        if (event instanceof Declaration declaration) {
            declaration.unit().otherZone().ifPresent(zone -> write(zone, out.code(CanonicalForm.IN_ZONE)));
        } else if (event instanceof Ownership ownership
                && !ownership.claim().zones().isEmpty()) {
            write(new TreeMap<>(ownership.claim().zones()), out.code(CanonicalForm.WITH_ZONES));
        }
    }

    private static void write(PinnedZone zone, CanonicalWriter out) {
        out.text(zone.id()).block(zone.bytes());
    }

    /** Writes every zone once, and then the number of its zone for each query. */
    private static void write(SortedMap<String, PinnedZone> zones, CanonicalWriter out) {
        List<PinnedZone> distinct = zones.values().stream().distinct().toList();
        out.count(distinct.size());
        distinct.forEach(zone -> write(zone, out));
        out.count(zones.size());
        zones.forEach((query, zone) -> out.text(query).count(distinct.indexOf(zone)));
    }

    static boolean isForm(byte form) {
        return form == CanonicalForm.IN_ZONE || form == CanonicalForm.WITH_ZONES;
    }

    /**
     * Reads zones, and the event that they belong to.
     *
     * @param form the form of the zones, which has been read
     * @param event reads the event without its zones
     */
    static DomainEvent read(byte form, CanonicalReader in, Function<CanonicalReader, DomainEvent> event) {
        if (form == CanonicalForm.IN_ZONE) {
            PinnedZone zone = zone(in);
            return in(zone, event.apply(in));
        }
        Map<String, PinnedZone> zones = zones(in);
        return in(zones, event.apply(in));
    }

    private static PinnedZone zone(CanonicalReader in) {
        return PinnedZone.read(in.text(), in.block());
    }

    private static Map<String, PinnedZone> zones(CanonicalReader in) {
        List<PinnedZone> distinct = new ArrayList<>();
        for (int left = in.count(LEAST_ZONE); left > 0; left--) {
            distinct.add(zone(in));
        }
        SortedMap<String, PinnedZone> zones = new TreeMap<>();
        for (int left = in.count(LEAST_QUERY); left > 0; left--) {
            String query = in.text();
            CanonicalReader.check(zones.isEmpty() || zones.lastKey().compareTo(query) < 0);
            int number = in.count();
            CanonicalReader.check(number < distinct.size());
            zones.put(query, distinct.get(number));
        }
        CanonicalReader.check(
                !zones.isEmpty() && zones.values().stream().distinct().toList().equals(distinct));
        return zones;
    }

    private static DomainEvent in(PinnedZone zone, DomainEvent event) {
        CanonicalReader.check(event instanceof Declaration declaration
                && declaration.unit().kind().hasDates()
                && !zone.isUtc());
        return ((Declaration) event).in(zone);
    }

    private static DomainEvent in(Map<String, PinnedZone> zones, DomainEvent event) {
        CanonicalReader.check(event instanceof Ownership);
        Ownership ownership = (Ownership) event;
        return new Ownership(
                ownership.pipeline(),
                ownership.run(),
                ownership.last(),
                ownership.reach(),
                ownership.claim().in(zones));
    }
}
