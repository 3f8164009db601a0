package dev.weir.jobs.config.section;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.time.text.TimeFormat;
import java.util.List;

/** Reads how the times of records are written. */
final class TimesReader {

    private static final List<String> WORDS = List.of("iso", "seconds", "milliseconds", "microseconds");

    static final Field<String> FORMAT = Field.of(
            "time-format",
            new Literal<>(TimesReader::format, Literals.TEXT.schema()),
            "how times are written: `iso` (ISO 8601), `seconds`, `milliseconds` or `microseconds` since 1970, or a pattern such as"
                    + " `uuuu-MM-dd HH:mm:ss`. By default ISO 8601 or whole milliseconds: see [below](#times)");

    static final Field<PinnedZone> ZONE = Field.of(
            "time-zone",
            Literals.ZONE,
            "the zone of times without an offset, such as `Europe/Berlin`, or `UTC`. Without it they are dead letters, `NO_TIME`");

    static final Field<String> WAS = Field.of(
            "time-was",
            Literals.TEXT,
            "the field and form of times before, where every record's time is still the same: see [below](#other-times)");

    private TimesReader() {}

    /**
     * Adds the field of event times to the ids of the units.
     *
     * @param source the section {@code source}
     * @param ids the ids of the units
     * @param times the field of event times
     */
    static UnitName named(Section source, UnitName ids, TimeField times) {
        String former = source.read(WAS, "");
        if (former.equals(times.toString())) {
            source.problem(WAS, "must be another field or form than times have now, was " + former);
        }
        return ids.timedBy(times, former);
    }

    /**
     * Reads the format of times. Mistakes are noted as problems of the section.
     *
     * @param source the section {@code source}
     */
    static TimeFormat read(Section source) {
        int before = source.problemsSoFar();
        String form = source.read(FORMAT, "");
        PinnedZone zone = source.find(ZONE).orElse(null);
        if (!source.isSound(before)) {
            return TimeFormat.STANDARD;
        }
        try {
            return new TimeFormat(form, zone);
        } catch (IllegalArgumentException e) {
            // the form alone is sound: the rule is one of the zone, and begins with that word
            String rule = String.valueOf(e.getMessage());
            source.problem(ZONE, rule.substring(rule.indexOf(' ') + 1));
            return TimeFormat.STANDARD;
        }
    }

    private static String format(Item item) {
        String form = Literals.TEXT.parser().apply(item);
        try {
            TimeFormat.requireForm(form);
        } catch (IllegalArgumentException e) {
            String near = Nearest.of(form, WORDS);
            throw new IllegalArgumentException(
                    e.getMessage() + ", was " + form + (near.isEmpty() ? "" : "; did you mean " + near + "?"), e);
        }
        return form;
    }
}
