package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.SeriesPart;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code release} of a query. */
public final class ReleaseReader {

    /** The section {@code release} of a query: a list of entries, one for each value. */
    public static final Field<List<Section>> RELEASE = Field.of(
                    "release",
                    new ListType<>(
                            new MapType(ReleaseKinds.ALL.stream()
                                    .map(ReleaseKind::shape)
                                    .toList()),
                            Map.of("minItems", 0),
                            entries -> {}),
                    "the values, one or more: see [below](#what-is-released). `[]` with [discovered keys](keys-discovered.md): which keys there are, and no"
                            + " value of them")
            .required();

    private final Window window;
    private final List<Released> released = new ArrayList<>();
    private final List<Section> entries = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * Reads the entries.
     *
     * @param query the section of the query
     * @param window the window of the query
     * @param mayBeEmpty whether the query may release which keys there are and nothing of them
     */
    public ReleaseReader(Section query, Window window, boolean mayBeEmpty) {
        this.window = window;
        List<Section> sections = query.read(RELEASE, List.of());
        sections.forEach(this::read);
        requireAlone(CandidateKinds.CHOOSE, sections);
        if (sections.isEmpty() && query.has(RELEASE) && !mayBeEmpty) {
            query.problem(RELEASE, "must hold at least one of " + ReleaseKinds.words());
        }
    }

    /** Returns the aggregates of the query, in the order of the entries. */
    public List<Aggregate> aggregates() {
        return released.stream().map(Released::aggregate).toList();
    }

    /** Returns for each aggregate the fields that it reads. */
    public List<List<QueryFields.Read>> reads() {
        return released.stream().map(Released::reads).toList();
    }

    /**
     * Returns for each aggregate the entry from which it was read; if several entries were merged, the first of them.
     */
    public List<Section> entries() {
        return entries;
    }

    /**
     * Returns the field that selects an entry's kind.
     *
     * @param entry an entry in which no problem has been noted
     */
    public static Field<?> kind(Section entry) {
        return ReleaseKinds.WORDS.stream().filter(entry::has).findFirst().orElseThrow();
    }

    private void read(Section section) {
        List<Field<?>> words = ReleaseKinds.WORDS.stream().filter(section::has).toList();
        if (words.size() == 1) {
            ReleaseKind kind = ReleaseKinds.in(section);
            read(section.as(kind.shape()), kind);
        } else {
            String wrong = words.isEmpty() ? section.firstField() : words.get(1).name();
            section.problem(wrong, "exactly one of " + ReleaseKinds.words() + " must be given");
        }
    }

    private void read(Section section, ReleaseKind kind) {
        int before = section.problemsSoFar();
        kind.reader().apply(new ReleaseEntry(section, names)).ifPresent(read -> {
            checkMonotone(section, read.aggregate());
            checkWindow(section, read.aggregate());
            add(read, section);
        });
        if (section.isSound(before)) {
            section.finish();
        }
    }

    private void checkMonotone(Section section, Aggregate aggregate) {
        if (!Query.mayBeReleased(aggregate, window)) {
            section.problem(
                    EntryFields.MONOTONE,
                    "is for running totals that never fall: counts, and sums with a clamp from 0 up");
        }
    }

    /** Requires that a choice is the only entry, because it takes the whole price of its query. */
    private static void requireAlone(Field<?> kind, List<Section> sections) {
        if (sections.size() > 1) {
            sections.stream()
                    .filter(section -> section.has(kind))
                    .forEach(section -> section.problem(
                            kind, "must be alone in its query: give other values a query of their own"));
        }
    }

    private void checkWindow(Section section, Aggregate aggregate) {
        Query.whyNotIn(window, aggregate).ifPresent(misfit -> {
            boolean isKind = misfit.field().equals(SeriesPart.OneStepOnly.KIND);
            section.problem(isKind ? kind(section).name() : misfit.field(), misfit.rule());
        });
    }

    private void add(Released read, Section section) {
        for (int i = 0; i < released.size(); i++) {
            Optional<Released> merged = QuantileKinds.merged(released.get(i), read);
            if (merged.isPresent()) {
                released.set(i, merged.get());
                return;
            }
        }
        released.add(read);
        entries.add(section);
    }
}
