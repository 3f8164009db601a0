package dev.weir.jobs.config;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Reads what a query releases. */
final class ReleaseReader {

    private static final BigDecimal LARGEST_WEIGHT = new BigDecimal("1000000");
    private static final int MOST_WEIGHT_DECIMALS = 6;

    /** What can be released: the word that an entry begins with, and how the rest is read. */
    private static final SortedMap<String, BiConsumer<ReleaseReader, Section>> KINDS =
            new TreeMap<>(Map.of("count", ReleaseReader::count, "sum", ReleaseReader::sum));

    private final Window window;
    private final List<Aggregate> aggregates = new ArrayList<>();
    private final List<List<String>> fields = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    ReleaseReader(Section query, Window window) {
        this.window = window;
        List<Section> sections = query.sections("release");
        sections.forEach(this::read);
        if (!query.has("release")) {
            query.problem("release", "must be given");
        } else if (sections.isEmpty()) {
            query.problem("release", "must hold at least one of count and sum");
        }
    }

    List<Aggregate> aggregates() {
        return aggregates;
    }

    /** For each aggregate the fields that it reads. */
    List<List<String>> fields() {
        return fields;
    }

    /** The entry's kind, which is the name of its first field; empty for an entry without one. */
    static String kind(Section entry) {
        return KINDS.keySet().stream().filter(entry::has).findFirst().orElse("");
    }

    private void read(Section section) {
        section.later("mean");
        int before = section.problemsSoFar();
        int aggregatesBefore = aggregates.size();
        readOneKind(section);
        aggregates.subList(aggregatesBefore, aggregates.size()).forEach(read -> checkMonotone(section, read));
        if (section.isSound(before)) {
            section.finish();
        }
    }

    private void checkMonotone(Section section, Aggregate aggregate) {
        if (!Query.mayBeReleased(aggregate, window)) {
            section.problem(
                    "monotone", "is for running totals that never fall: counts, and sums with a clamp from 0 up");
        }
    }

    private void readOneKind(Section section) {
        List<String> kinds = KINDS.keySet().stream().filter(section::has).toList();
        if (kinds.size() == 1) {
            Objects.requireNonNull(KINDS.get(kinds.get(0))).accept(this, section);
        } else if (!section.has("mean")) {
            String wrong = kinds.isEmpty() ? KINDS.firstKey() : kinds.get(1);
            section.problem(wrong, "exactly one of " + String.join(" and ", KINDS.keySet()) + " must be given");
        }
    }

    private void count(Section section) {
        String name = section.required("count", Literals::name, "count");
        requireDistinct(section, "count", name);
        aggregates.add(new Count(name, weight(section), postProcessing(section)));
        fields.add(List.of());
    }

    private void sum(Section section) {
        int before = section.problemsSoFar();
        String field = section.required("sum", Literals::text, "sum");
        String name = sumName(section, field);
        BigDecimal grid = grid(section);
        BigDecimal weight = weight(section);
        Optional<Sum.Range> clamp = range(section, "clamp", grid);
        Optional<Sum.Range> unitClamp = range(section, "per-unit-clamp", grid);
        Scalar.PostProcessing processing = postProcessing(section);
        if (hasClamp(section) && section.isSound(before)) {
            addSum(
                    section,
                    field,
                    () -> new Sum(name, weight, grid, clamp.orElse(null), unitClamp.orElse(null), processing));
        }
    }

    private static Scalar.PostProcessing postProcessing(Section section) {
        boolean isMonotone = section.optional("monotone", Literals::truth, false);
        boolean isNonNegative = section.optional("non-negative", Literals::truth, false);
        return new Scalar.PostProcessing(isMonotone, isNonNegative);
    }

    private static boolean hasClamp(Section section) {
        boolean hasClamp = section.has("clamp") || section.has("per-unit-clamp");
        if (!hasClamp) {
            section.problem("clamp", "a sum must have a clamp or a per-unit-clamp");
        }
        return hasClamp;
    }

    private void addSum(Section section, String field, Supplier<Sum> sum) {
        try {
            aggregates.add(sum.get());
            fields.add(List.of(field));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
        }
    }

    /** The name of a sum, which is that of its field unless another one is given. */
    private String sumName(Section section, String field) {
        Item fieldAsName = Item.scalar(section.origin("sum"), field, false);
        String name = section.has("as")
                ? section.required("as", Literals::name, "sum")
                : section.required("sum", any -> Literals.name(fieldAsName), "sum");
        requireDistinct(section, section.has("as") ? "as" : "sum", name);
        return name;
    }

    private static BigDecimal grid(Section section) {
        return section.optional("grid", Literals::positive, BigDecimal.ONE);
    }

    private void requireDistinct(Section section, String field, String name) {
        if (!names.add(name)) {
            section.problem(field, "names of values must be distinct, was " + name + " twice");
        }
    }

    private static BigDecimal weight(Section section) {
        return section.optional(
                "weight",
                item -> {
                    BigDecimal weight = Literals.positive(item).stripTrailingZeros();
                    if (weight.compareTo(LARGEST_WEIGHT) > 0 || weight.scale() > MOST_WEIGHT_DECIMALS) {
                        throw Literals.refusal("at most 1000000, with at most 6 decimals", item);
                    }
                    return weight.scale() < 0 ? weight.setScale(0) : weight;
                },
                BigDecimal.ONE);
    }

    private static Optional<Sum.Range> range(Section section, String field, BigDecimal grid) {
        if (!section.has(field)) {
            return Optional.empty();
        }
        int before = section.problemsSoFar();
        List<BigDecimal> bounds = section.list(field, Literals::decimal);
        if (section.isSound(before) && (bounds.size() != 2 || bounds.get(0).compareTo(bounds.get(1)) > 0)) {
            section.problem(field, "must be [low, high] with low <= high, was " + bounds);
        }
        return section.isSound(before)
                ? Optional.of(new Sum.Range(Sum.toSteps(bounds.get(0), grid), Sum.toSteps(bounds.get(1), grid)))
                : Optional.empty();
    }
}
