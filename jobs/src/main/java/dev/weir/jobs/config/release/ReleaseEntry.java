package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
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

/** One entry of what a query releases, with the parts that all kinds have in common. */
final class ReleaseEntry {

    private final Section section;
    private final Set<String> names;
    private final int before;

    /**
     * An aggregate and what it reads.
     *
     * @param reads the fields of a record, in the order in which the aggregate takes their values; it knows texts by their numbers
     */
    record Released(Aggregate aggregate, List<QueryFields.Read> reads) {}

    /**
     * An entry that is about to be read.
     *
     * @param names the names of the entries before it; takes the name of this one
     */
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

    /** The name of a value, which the field of its kind states. */
    String ownName(Field<String> kind) {
        String name = section.read(kind, kind.name());
        requireDistinct(kind, name);
        return name;
    }

    /** The name of the field that a value is about. */
    String field(Field<String> kind) {
        return section.read(kind, kind.name());
    }

    /** The name of a value: that of its field unless another one is given. */
    String name(Field<String> kind, String field) {
        Literal<String> fieldAsName =
                Literals.TEXT.map(any -> Literals.NAME.parser().apply(Item.scalar(section.origin(kind), field, false)));
        Field<String> naming = section.has(EntryFields.AS) ? EntryFields.AS : kind.as(fieldAsName);
        String name = section.read(naming, kind.name());
        requireDistinct(naming, name);
        return name;
    }

    private void requireDistinct(Field<?> field, String name) {
        if (!names.add(name)) {
            section.problem(field, "names of values must be distinct, was " + name + " twice");
        }
    }

    /** The name of a value of several fields, which must be given. */
    String givenName(Field<String> as) {
        Optional<String> name = section.find(as);
        name.ifPresent(given -> requireDistinct(as, given));
        return name.orElse(as.name());
    }

    BigDecimal weight() {
        return section.read(EntryFields.WEIGHT, BigDecimal.ONE);
    }

    Scalar.PostProcessing postProcessing() {
        boolean isMonotone = section.read(EntryFields.MONOTONE, false);
        boolean isNonNegative = section.read(EntryFields.NON_NEGATIVE, false);
        return new Scalar.PostProcessing(isMonotone, isNonNegative);
    }

    /** What is released of fields with numbers, if nothing has been found wrong so far; notes why it cannot be built. */
    Optional<Released> released(List<String> numbers, Supplier<Aggregate> aggregate) {
        return releasedOf(numbers.stream().map(QueryFields.Read::number).toList(), aggregate);
    }

    /**
     * The release of fields of any kind, if nothing has been found wrong so far. A release that cannot be built is
     * noted.
     */
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
