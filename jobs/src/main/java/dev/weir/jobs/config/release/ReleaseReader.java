package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.SeriesPart;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads what a query releases. */
public final class ReleaseReader {

    private final Window window;
    private final List<Released> released = new ArrayList<>();
    private final List<Section> entries = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    public ReleaseReader(Section query, Window window) {
        this.window = window;
        List<Section> sections = query.sections("release");
        sections.forEach(this::read);
        requireAlone("choose", sections);
        if (!query.has("release")) {
            query.problem("release", "must be given");
        } else if (sections.isEmpty()) {
            query.problem("release", "must hold at least one of " + String.join(", ", ReleaseKinds.ALL.keySet()));
        }
    }

    public List<Aggregate> aggregates() {
        return released.stream().map(Released::aggregate).toList();
    }

    /** For each aggregate what it reads. */
    public List<List<QueryFields.Read>> reads() {
        return released.stream().map(Released::reads).toList();
    }

    /** For each aggregate the entry that it was read from, or the first of several. */
    public List<Section> entries() {
        return entries;
    }

    /** The entry's kind, which is the name of its first field; empty for an entry without one. */
    public static String kind(Section entry) {
        return ReleaseKinds.ALL.keySet().stream().filter(entry::has).findFirst().orElse("");
    }

    private void read(Section section) {
        int before = section.problemsSoFar();
        readOneKind(section);
        if (section.isSound(before)) {
            section.finish();
        }
    }

    private void readOneKind(Section section) {
        List<String> kinds =
                ReleaseKinds.ALL.keySet().stream().filter(section::has).toList();
        if (kinds.size() == 1) {
            ReleaseEntry entry = new ReleaseEntry(section, names);
            Objects.requireNonNull(ReleaseKinds.ALL.get(kinds.get(0)))
                    .apply(entry)
                    .ifPresent(read -> {
                        checkMonotone(section, read.aggregate());
                        checkWindow(section, read.aggregate());
                        add(read, section);
                    });
        } else {
            String wrong = kinds.isEmpty() ? section.firstField() : kinds.get(1);
            String all = String.join(", ", ReleaseKinds.ALL.keySet());
            section.problem(wrong, "exactly one of " + all + " must be given");
        }
    }

    private void checkMonotone(Section section, Aggregate aggregate) {
        if (!Query.mayBeReleased(aggregate, window)) {
            section.problem(
                    "monotone", "is for running totals that never fall: counts, and sums with a clamp from 0 up");
        }
    }

    /** A choice has the whole price of its query. */
    private static void requireAlone(String kind, List<Section> sections) {
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
            section.problem(isKind ? kind(section) : misfit.field(), misfit.rule());
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
