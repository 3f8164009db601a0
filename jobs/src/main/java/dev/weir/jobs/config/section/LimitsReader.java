package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;

/** Reads the largest sizes of records, keys and unit ids. */
public final class LimitsReader {

    private static final Literal<Integer> BYTES = Literals.count(1 << 28);

    /** The field with the largest size of a record, in bytes. */
    public static final Field<Integer> RECORD_BYTES =
            Field.of("record-bytes", BYTES, "of a whole record, unsqueezed; 1 048 576");

    private static final Field<Integer> KEY_BYTES = Field.of("key-bytes", BYTES, "of a grouping key; 256");

    /** The field with the largest size of a unit's id, in bytes. */
    public static final Field<Integer> UNIT_BYTES = Field.of("unit-bytes", BYTES, "of a unit's id; 256");

    /** The section {@code limits} of a pipeline file. */
    public static final Field<Section> LIMITS = Field.of(
            "limits", MapType.of(Shape.of(RECORD_BYTES, KEY_BYTES, UNIT_BYTES)), "the longest record, key and unit id");

    private LimitsReader() {}

    /**
     * Reads the section {@code limits}.
     *
     * @param root the whole file
     */
    public static Limits read(Section root) {
        Section section = root.section(LIMITS);
        Limits limits = new Limits(
                section.read(RECORD_BYTES, 1 << 20), section.read(KEY_BYTES, 256), section.read(UNIT_BYTES, 256));
        section.finish();
        return limits;
    }
}
