package dev.weir.operators.query;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.SeriesPart;
import dev.weir.operators.aggregate.learn.RecordKeeper;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.encoding.Reads;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query on a private stream: one {@code where - key by - window - bound - aggregate - release} chain. Both the
 * pipeline file and the Java API are turned into this record, whose constructor checks all components.
 *
 * @param name the name of the query, unique within its stream and part of every {@link ReleaseId}: not blank, without a
 * slash
 * @param version the version, which must increase when the meaning of the query changes; part of every {@link
 * ReleaseId}; at least 1
 * @param reads the records and fields that the query reads
 * @param keys the keys of the query
 * @param window the windows of the releases
 * @param bounds the bounds of one unit's contributions; where nobody declared the keys, cells per period are at most the contributions
 * @param aggregates the released values of each cell: at least one, with distinct names
 * @param spend the part of the unit's budget that the query may use
 * @param keyAccount a limit on the privacy loss of one key; null if that loss has no limit
 */
public record Query(
        String name,
        int version,
        Reads reads,
        KeySpace keys,
        Window window,
        Bounds bounds,
        List<Aggregate> aggregates,
        Spend spend,
        @Nullable KeyAccountTerms keyAccount)
        implements Serializable {

    /**
     * Checks a query.
     *
     * @throws IllegalArgumentException if a component is not as described, the windows do not admit the bounds or an
     *     aggregate, a choice or a learner is not alone in its query, a record carries more than 60 000 words, a cell has more than
     *     65 536 coordinates, or the coordinates of all keys take more than 1 GiB in two windows
     */
    public Query {
        ReleaseId.requireName("name of a query", name);
        ReleaseId.requireVersion(version);
        aggregates = List.copyOf(aggregates);
        if (aggregates.isEmpty()) {
            throw new IllegalArgumentException("number of aggregates must be >= 1, was 0");
        }
        requireDistinctValueNames(aggregates);
        if (aggregates.size() > 1 && aggregates.stream().anyMatch(Choice.class::isInstance)) {
            throw new IllegalArgumentException("a choice must be alone in its query");
        }
        if (aggregates.size() > 1 && RecordKeeper.mostRecords(aggregates) > 0) {
            throw new IllegalArgumentException("a learner must be alone in its query");
        }
        BlockLayout.requireFitting(name, aggregates);
        CellBytes.requireHeld(
                name,
                keys.ticking(),
                aggregates.stream().mapToLong(Aggregate::coordinates).sum());
        requireNumbers(window, keys, aggregates);
        requireFitting(window, bounds, aggregates);
        LevelRules.require(keys, window, aggregates, spend);
        if (keys.discovered().isPresent()) {
            DiscoveredRules.require(keys.discovered().get(), window, bounds, aggregates, keyAccount);
            bounds = DiscoveredRules.bounded(window, bounds, spend);
        } else if (aggregates.stream().anyMatch(Aggregate::isHidden)) {
            throw new IllegalArgumentException("a hidden count must announce keys that nobody declared");
        }
    }

    /**
     * Creates a query whose description of the records and fields never contained the field of the units' ids, in this
     * or an earlier build.
     *
     * @param name the name of the query, unique within its stream: not blank, without a slash
     * @param version the version of the query, at least 1
     * @param reads the records and fields that the query reads, in words
     * @param keys the keys of the query
     * @param window the windows of the releases
     * @param bounds the bounds of one unit's contributions
     * @param aggregates the released values of each cell: at least one, with distinct names
     * @param spend the part of the unit's budget that the query may use
     * @param keyAccount a limit on the privacy loss of one key; null if that loss has no limit
     */
    @SuppressWarnings("ParameterNumber") // the parameters are the components of the record
    public Query(
            String name,
            int version,
            String reads,
            KeySpace keys,
            Window window,
            Bounds bounds,
            List<Aggregate> aggregates,
            Spend spend,
            @Nullable KeyAccountTerms keyAccount) {
        this(name, version, Reads.of(reads), keys, window, bounds, aggregates, spend, keyAccount);
    }

    private static void requireFitting(Window window, Bounds bounds, List<Aggregate> aggregates) {
        requireFitting(window.caps(), bounds);
        aggregates.stream()
                .map(aggregate -> whyNotIn(window, aggregate))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(misfit -> {
                    throw new IllegalArgumentException(misfit.refusal());
                });
        if (!window.holdsSpan() && aggregates.stream().anyMatch(DistinctUnits.class::isInstance)) {
            throw new IllegalArgumentException("release must not hold distinct-units where windows slide: a unit would"
                    + " count in one pane alone, and leave the window with it");
        }
        if (aggregates.stream().anyMatch(aggregate -> !mayBeReleased(aggregate, window))) {
            throw new IllegalArgumentException(
                    "monotone must be left out but for running totals that never fall: counts, and sums with a clamp from 0 up");
        }
    }

    /**
     * The reason why an aggregate cannot be released in windows; empty if the aggregate can be released in them.
     *
     * @param window the windows
     * @param aggregate the aggregate
     */
    public static Optional<SeriesPart.OneStepOnly> whyNotIn(Window window, Aggregate aggregate) {
        Optional<SeriesPart.OneStepOnly> notHere = window.accumulates() ? Optional.empty() : aggregate.runningOnly();
        return window.sharesNoise() ? notHere.or(aggregate::oneStepOnly) : notHere;
    }

    /**
     * Whether one record can change its unit's contribution to a cell by more than the full size of a record. This is
     * possible if a per-unit clamp contains 0 in its interior, because a contribution may then go from one end of the
     * clamp to the other.
     */
    public boolean hasTurningTotals() {
        return aggregates.stream().anyMatch(Aggregate::mayTurn);
    }

    /**
     * Whether the post-processing of an aggregate is allowed in its windows. Monotone post-processing, which releases
     * the largest total so far, is allowed only for running totals that never fall.
     *
     * @param aggregate the aggregate
     * @param window the windows
     */
    public static boolean mayBeReleased(Aggregate aggregate, Window window) {
        return !aggregate.postProcessing().isMonotone() || (window.accumulates() && aggregate.neverFalls());
    }

    /** Requires numbers without post-processing where several windows are released from one series: differences of totals then agree exactly. */
    private static void requireNumbers(Window window, KeySpace keys, List<Aggregate> aggregates) {
        if (window.named().isEmpty()) {
            return;
        }
        if (keys.levels().isPresent()) {
            throw new IllegalArgumentException(
                    "key must have no levels where several windows are released from one series");
        }
        if (keys.discovered().isPresent()) {
            throw new IllegalArgumentException(
                    "key must be declared where several windows are released from one series");
        }
        if (!aggregates.stream().allMatch(Aggregate::isNumber)) {
            throw new IllegalArgumentException(
                    "release must hold counts and sums where several windows are released from one series");
        }
        if (!aggregates.stream()
                .allMatch(aggregate -> aggregate.postProcessing().equals(Scalar.PostProcessing.NONE))) {
            throw new IllegalArgumentException(
                    "monotone and non-negative must be left out where several windows are released from one series, or they would not add up");
        }
    }

    private static void requireFitting(Window.Caps caps, Bounds bounds) {
        if (!caps.names().containsAll(bounds.terms().keySet())) {
            throw new IllegalArgumentException("bounds must be " + caps.listed() + " " + caps.where());
        }
    }

    private static void requireDistinctValueNames(List<Aggregate> aggregates) {
        Set<String> names = new HashSet<>();
        for (Aggregate aggregate : aggregates) {
            for (String value : aggregate.names()) {
                if (!names.add(value)) {
                    throw new IllegalArgumentException("names of values must be distinct, was " + value + " twice");
                }
            }
        }
    }

    /** This query with its aggregates prepared for noise of a norm. */
    Query preparedFor(Norm norm) {
        List<Aggregate> prepared = aggregates.stream()
                .map(aggregate -> aggregate.preparedFor(norm))
                .toList();
        return with(bounds, prepared, spend);
    }

    /**
     * This query with other terms for the contributions of a unit.
     *
     * @param bound the bounds of one unit's contributions
     * @param released the released values of each cell
     * @param part the part of the unit's budget that the query may use
     * @throws IllegalArgumentException in the cases of the constructor
     */
    public Query with(Bounds bound, List<Aggregate> released, Spend part) {
        return new Query(name, version, reads, keys, window, bound, released, part, keyAccount);
    }

    /**
     * This query with the periods and windows of other rules of their zones.
     *
     * @param unit the unit, whose zone key accounts have
     * @param rules the zones of windows by the other rules, by {@link #zones}; other windows stay as they are
     * @throws IllegalArgumentException in the cases of the constructor
     */
    Query by(PrivacyUnit unit, Map<String, PinnedZone> rules) {
        Window windows = window;
        for (String place : zones().keySet()) {
            PinnedZone zone = rules.get(place);
            windows = zone == null ? windows : windows.by(zone);
        }
        KeyAccountTerms account = keyAccount == null ? null : keyAccount.in(unit.zone());
        return new Query(name, version, reads, keys, windows, bounds, aggregates, spend, account);
    }

    /**
     * The zones of the windows, by the places at which a ledger keeps their rules: the name of the query if its windows are of one kind, and else
     * the name followed by a slash and the id of the zone.
     */
    public Map<String, PinnedZone> zones() {
        Map<String, PinnedZone> zones = new LinkedHashMap<>();
        window.zone().ifPresent(zone -> zones.put(name, zone));
        for (SeriesWindow.Named named : window.named()) {
            named.window().zone().ifPresent(zone -> zones.put(name + "/" + zone.id(), zone));
        }
        return zones;
    }

    /**
     * The id of a release.
     *
     * @param domain the ledger domain
     * @param key the text of the key
     * @param named the number of a named window, from 1; 0 if windows have no names
     * @param windowEnd the end of the window, epoch milliseconds
     */
    ReleaseId releaseId(String domain, String key, int named, long windowEnd) {
        return new ReleaseId(domain, name, version, keys.named(key), SeriesWindow.nameOf(window, named), windowEnd);
    }

    /** Whether a value is a block of several numbers. */
    public boolean hasBlocks() {
        return !aggregates.stream().allMatch(Aggregate::isNumber);
    }

    /** The number of totals of a cell: the coordinates of the aggregates, and where nobody declared the keys the number of units that have touched the key. */
    public int totals() {
        return layout().coordinates() + (keys.discovered().isPresent() ? 1 : 0);
    }

    /**
     * Creates the layout of the aggregates: the offsets of their numbers in a record, in a cell's totals and in a
     * cell's measured numbers.
     */
    public BlockLayout layout() {
        return new BlockLayout(aggregates);
    }
}
