package dev.weir.jobs.guide;

import dev.weir.operators.time.text.TimeFormat;
import dev.weir.operators.time.text.TimeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A form in which times may be written.
 *
 * @param form the value of {@code source.time-format}; empty where it may be left out
 * @param needsZone whether times of this form are local ones
 */
public record TimeGuess(String form, boolean needsZone) {

    /** The form of a local time in ISO 8601, which needs a zone and no format. */
    private static final TimeGuess LOCAL_ISO = new TimeGuess("", true);

    private static final List<TimeGuess> TEXTS = Stream.concat(
                    Stream.of(new TimeGuess("", false), LOCAL_ISO, new TimeGuess("dd/MMM/uuuu:HH:mm:ss Z", false)),
                    Stream.of(
                                    "uuuu-MM-dd HH:mm:ss",
                                    "uuuu-MM-dd HH:mm",
                                    "uuuu/MM/dd HH:mm:ss",
                                    "uuuu-MM-dd",
                                    "dd.MM.uuuu HH:mm:ss",
                                    "dd.MM.uuuu HH:mm",
                                    "dd.MM.uuuu",
                                    "d/M/uuuu H:mm:ss",
                                    "d/M/uuuu H:mm",
                                    "M/d/uuuu H:mm:ss",
                                    "M/d/uuuu H:mm")
                            .map(form -> new TimeGuess(form, true)))
            .toList();

    /** The digits before the point of numbers since 1970 in seconds, milliseconds and microseconds, for the years 1974 to 2286. */
    private static final List<Integer> DIGITS = List.of(9, 10, 12, 13, 15, 16);

    /**
     * Returns the forms that fit all texts, none if there is none. A local form stands behind no form that tells the instant.
     *
     * @param texts texts that are not blank, at least one
     */
    static List<TimeGuess> fitting(List<String> texts) {
        if (texts.stream().allMatch(text -> text.matches("[0-9]+([.][0-9]+)?"))) {
            return ofNumbers(texts);
        }
        List<TimeGuess> fitting =
                TEXTS.stream().filter(guess -> guess.fits(texts)).toList();
        return fitting.stream()
                .filter(guess -> !guess.needsZone)
                .findFirst()
                .map(List::of)
                .orElse(fitting);
    }

    private static List<TimeGuess> ofNumbers(List<String> texts) {
        List<Integer> digits = texts.stream()
                .map(text -> text.replaceAll("[.].*", "").length())
                .distinct()
                .toList();
        int group = DIGITS.indexOf(digits.get(0)) / 2;
        boolean isTime = digits.stream().allMatch(each -> DIGITS.contains(each) && DIGITS.indexOf(each) / 2 == group);
        String form = List.of("seconds", "milliseconds", "microseconds").get(Math.max(0, group));
        return isTime ? List.of(new TimeGuess(form, false)) : List.of();
    }

    private boolean fits(List<String> texts) {
        return instants(texts).allMatch(time -> time > TimeReader.BEYOND);
    }

    /** Whether the times of texts never fall. */
    boolean rises(List<String> texts) {
        long[] times = instants(texts).toArray();
        return LongStream.range(1, times.length).allMatch(i -> times[(int) i - 1] <= times[(int) i]);
    }

    private LongStream instants(List<String> texts) {
        TimeReader reader = (needsZone ? TimeFormat.of(form, "UTC") : TimeFormat.of(form)).reader();
        return texts.stream().mapToLong(text -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return reader.read(bytes, 0, bytes.length);
        });
    }
}
