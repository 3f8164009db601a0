package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One entry of what a query releases: what all kinds have in common. */
final class ReleaseEntry {

    private static final BigDecimal LARGEST_WEIGHT = new BigDecimal("1000000");
    private static final int MOST_WEIGHT_DECIMALS = 6;

    private final Section section;
    private final Set<String> names;
    private final int before;

    /**
     * An aggregate and what it reads.
     *
     * @param reads the fields of a record, in the order in which the aggregate takes their values; it knows texts by their numbers
     */
    record Released(Aggregate aggregate, List<QueryFields.Read> reads) {}

    /** @param names the names of the entries before it; takes the name of this one */
    ReleaseEntry(Section section, Set<String> names) {
        this.section = section;
        this.names = names;
        this.before = section.problemsSoFar();
    }

    Section section() {
        return section;
    }

    /** Whether nothing of the entry has been found wrong. */
    boolean isSound() {
        return section.isSound(before);
    }

    /** The name of a value that is named where its kind is. */
    String ownName(String kind, String name) {
        requireDistinct(kind, name);
        return name;
    }

    /** The name of a value, which is that of its field unless another one is given. */
    String name(String kind, String field) {
        Item fieldAsName = Item.scalar(section.origin(kind), field, false);
        String name = section.has("as")
                ? section.required("as", Literals::name, kind)
                : section.required(kind, any -> Literals.name(fieldAsName), kind);
        requireDistinct(section.has("as") ? "as" : kind, name);
        return name;
    }

    private void requireDistinct(String field, String name) {
        if (!names.add(name)) {
            section.problem(field, "names of values must be distinct, was " + name + " twice");
        }
    }

    BigDecimal weight() {
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

    Scalar.PostProcessing postProcessing() {
        boolean isMonotone = section.optional("monotone", Literals::truth, false);
        boolean isNonNegative = section.optional("non-negative", Literals::truth, false);
        return new Scalar.PostProcessing(isMonotone, isNonNegative);
    }

    /** A field that must be there; notes where it is not. */
    <T> Optional<T> given(String field, Optional<T> value) {
        if (!section.has(field)) {
            section.problem(field, "must be given");
        }
        return value;
    }

    /** The name of a value of several fields, which must be given. */
    String givenName(String kind) {
        if (!section.has("as")) {
            section.problem("as", "must be given");
            return kind;
        }
        return name(kind, kind);
    }

    /** What is released of fields with numbers, if nothing has been found wrong so far; notes why it cannot be built. */
    Optional<Released> released(List<String> numbers, Supplier<Aggregate> aggregate) {
        return releasedOf(numbers.stream().map(QueryFields.Read::number).toList(), aggregate);
    }

    /** The same of fields of any kind. */
    Optional<Released> releasedOf(List<QueryFields.Read> reads, Supplier<Aggregate> aggregate) {
        if (!isSound()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Released(aggregate.get(), reads));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }
}
