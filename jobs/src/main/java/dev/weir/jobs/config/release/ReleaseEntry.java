package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.settings.Item;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One entry of a query's releases while it is read, with the parts that all kinds share. */
final class ReleaseEntry {

    private final Section section;
    private final Set<String> names;
    private final int before;

    /**
     * An aggregate, and the fields that it reads.
     *
     * @param reads the fields of a record, in the order in which the aggregate takes their values; instead of a text
     *     the aggregate gets the text's index in the list of texts
     */
    record Released(Aggregate aggregate, List<QueryFields.Read> reads) {}

    /**
     * Starts to read an entry.
     *
     * @param names the names of the values of earlier entries; the name of this value is added
     */
    ReleaseEntry(Section section, Set<String> names) {
        this.section = section;
        this.names = names;
        this.before = section.problemsSoFar();
    }

    Section section() {
        return section;
    }

    /** Whether no problem of the entry has been noted. */
    boolean isSound() {
        return section.isSound(before);
    }

    /** Reads the name of a value from the field that selects its kind. */
    String ownName(Field<String> kind) {
        String name = section.read(kind, kind.name());
        requireDistinct(kind, name);
        return name;
    }

    /** Reads the name of the record's field that a value is about. */
    String field(Field<String> kind) {
        return section.read(kind, kind.name());
    }

    /** Reads the name of a value. By default it is the name of the record's field that the value is about. */
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

    /** Reads the name of a value that is about several fields. The name must be given. */
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
        boolean isRaw = section.read(EntryFields.RAW, false);
        return new Scalar.PostProcessing(isMonotone, isNonNegative, isRaw);
    }

    /**
     * Builds the release of fields that are read as numbers; empty if the entry has a problem. If the release cannot be
     * built, the reason is noted as a problem.
     */
    Optional<Released> released(List<String> numbers, Supplier<Aggregate> aggregate) {
        return releasedOf(numbers.stream().map(QueryFields.Read::number).toList(), aggregate);
    }

    /**
     * Builds the release of fields of any kind; empty if the entry has a problem. If the release cannot be built, the
     * reason is noted as a problem.
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
