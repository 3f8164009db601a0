package dev.weir.operators.time.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.calendar.PinnedZone;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimeFormatTest {

    private static long read(TimeReader reader, String text) {
        byte[] bytes = ("1" + text + "1").getBytes(StandardCharsets.UTF_8);
        return reader.read(bytes, 1, bytes.length - 1);
    }

    private static long millis(String instant) {
        return instant.equals("none") ? TimeReader.NONE : Instant.parse(instant).toEpochMilli();
    }

    @ParameterizedTest
    @CsvSource({
        "seconds, 1442016000, 1442016000000",
        "seconds, 1442016000.2579, 1442016000257",
        "seconds, 1.442016E9, 1442016000000",
        "seconds, -1, -1000",
        "seconds, -0.0001, -1",
        "seconds, 0.0009, 0",
        "seconds, -1e-40, -1",
        "seconds, 8640000000000, 8640000000000000",
        "milliseconds, 1442016000257, 1442016000257",
        "milliseconds, 1442016000257.9, 1442016000257",
        "microseconds, 1442016000257999, 1442016000257",
        "microseconds, 14420160002579990000, 14420160002579990",
        "microseconds, -1, -1"
    })
    void numbers_since_the_epoch_are_cut_off_to_milliseconds(String form, String text, long expected) {
        long read = read(TimeFormat.of(form).reader(), text);
        assertThat(read).isEqualTo(expected > EventTime.LAST ? TimeReader.BEYOND : expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "1-2",
                "1,5",
                " 1",
                "0x1",
                "1e",
                "1e99999999999",
                "NaN",
                "\u0661\u0662",
                "2015-09-12T00:00:00Z"
            })
    void what_is_no_number_is_no_number_since_the_epoch(String text) {
        for (String form : List.of("seconds", "milliseconds", "microseconds")) {
            assertThat(read(TimeFormat.of(form).reader(), text)).isEqualTo(TimeReader.NONE);
        }
        assertThat(read(TimeFormat.of("seconds").reader(), "1".repeat(65))).isEqualTo(TimeReader.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8640000000001", "-8640000000001", "1e300", "-1e2000000000", "99999999999999999999999999"})
    void numbers_beyond_all_times_are_told_apart(String text) {
        assertThat(read(TimeFormat.of("seconds").reader(), text)).isEqualTo(TimeReader.BEYOND);
    }

    /** Local times around changes of clocks: by an hour, by half an hour, at a minute past midnight, and over a whole day. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T01:59:59.999, 2026-03-29T00:59:59.999Z, false",
        "Europe/Berlin, 2026-03-29T02:30:00, 2026-03-29T01:30:00Z, true",
        "Europe/Berlin, 2026-03-29T03:00:00, 2026-03-29T01:00:00Z, false",
        "Europe/Berlin, 2026-10-25T01:59:59, 2026-10-24T23:59:59Z, false",
        "Europe/Berlin, 2026-10-25T02:00:00, 2026-10-25T00:00:00Z, true",
        "Europe/Berlin, 2026-10-25T02:59:59.999, 2026-10-25T00:59:59.999Z, true",
        "Europe/Berlin, 2026-10-25T03:00:00, 2026-10-25T02:00:00Z, false",
        "Europe/Berlin, 2026-10-25T02:30:00+01:00, 2026-10-25T01:30:00Z, false",
        "Australia/Lord_Howe, 2026-04-05T01:29:59, 2026-04-04T14:29:59Z, false",
        "Australia/Lord_Howe, 2026-04-05T01:30:00, 2026-04-04T14:30:00Z, true",
        "Australia/Lord_Howe, 2026-04-05T02:00:00, 2026-04-04T15:30:00Z, false",
        "Australia/Lord_Howe, 2026-10-04T02:15:00, 2026-10-03T15:45:00Z, true",
        "Australia/Lord_Howe, 2026-10-04T02:30:00, 2026-10-03T15:30:00Z, false",
        "America/St_Johns, 2010-11-06T23:30:00, 2010-11-07T02:00:00Z, true",
        "America/St_Johns, 2010-11-07T00:00:30, 2010-11-07T02:30:30Z, true",
        "America/St_Johns, 2010-11-07T00:01:00, 2010-11-07T03:31:00Z, false",
        "America/St_Johns, 2010-03-14T00:30:00, 2010-03-14T04:00:00Z, true",
        "Pacific/Apia, 2011-12-29T23:59:59, 2011-12-30T09:59:59Z, false",
        "Pacific/Apia, 2011-12-30T10:00:00, 2011-12-30T20:00:00Z, true",
        "Pacific/Apia, 2011-12-31T00:00:00, 2011-12-30T10:00:00Z, false",
        "UTC, 2026-10-25T02:30:00, 2026-10-25T02:30:00Z, false"
    })
    void a_local_time_has_one_instant_by_the_rule(String zone, String text, String instant, boolean isAmbiguous) {
        for (String form : List.of("", "iso")) {
            TimeReader reader = TimeFormat.of(form, zone).reader();
            assertThat(read(reader, text)).isEqualTo(millis(instant));
            assertThat(reader.isAmbiguous()).isEqualTo(isAmbiguous);
            assertThat(read(reader, "2026-10-25T02:30:00Z")).isEqualTo(millis("2026-10-25T02:30:00Z"));
            assertThat(reader.isAmbiguous()).isFalse();
        }
        TimeReader pattern =
                TimeFormat.of("dd.MM.uuuu HH:mm[:ss][.SSS][xxx]", zone).reader();
        String german = text.replaceFirst("(....)-(..)-(..)T", "$3.$2.$1 ");
        assertThat(read(pattern, german)).isEqualTo(millis(instant));
        assertThat(pattern.isAmbiguous()).isEqualTo(isAmbiguous);
    }

    /** The rule is that of the Java platform, which is also that of RFC 5545: 60 000 local times of 20 zones. */
    @Test
    void local_times_are_what_the_platform_takes_them_for() {
        SplittableRandom random = new SplittableRandom(5545);
        List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
        for (int i = 0; i < 20; i++) {
            String zone = zones.get(random.nextInt(zones.size()));
            TimeReader reader = TimeFormat.of("iso", zone).reader();
            for (int j = 0; j < 3_000; j++) {
                LocalDateTime time = LocalDateTime.of(1900, 1, 1, 0, 0).plusMinutes(random.nextLong(200L * 366 * 1440));
                assertThat(read(reader, time.toString()))
                        .as(zone)
                        .isEqualTo(time.atZone(ZoneId.of(zone)).toInstant().toEpochMilli());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            uuuu-MM-dd HH:mm:ss  ~ 2026-01-31 08:30:00       ~ 2026-01-31T07:30:00Z
            yyyy-MM-dd HH:mm:ss  ~ 2026-07-31 08:30:00       ~ 2026-07-31T06:30:00Z
            uuuu-MM-dd           ~ 2026-01-31                ~ 2026-01-30T23:00:00Z
            dd/MMM/uuuu:HH:mm:ss ~ 31/JAN/2026:08:30:00      ~ 2026-01-31T07:30:00Z
            dd/MMM/uuuu:HH:mm:ss Z ~ 31/Jan/2026:08:30:00 -0400 ~ 2026-01-31T12:30:00Z
            M/d/yy h:mm a        ~ 1/31/26 12:05 am          ~ 2026-01-30T23:05:00Z
            uuuuMMddHH           ~ 2026013108                ~ 2026-01-31T07:00:00Z
            d.M.uuuu 'um' H      ~ 3.4.2026 um 7             ~ 2026-04-03T05:00:00Z
            uuuu-MM-dd HH:mm:ss.SSSSSS ~ 2026-01-31 08:30:00.123999 ~ 2026-01-31T07:30:00.123Z
            uuuu-DDD             ~ 2026-031                  ~ 2026-01-30T23:00:00Z
            uuuu-MM-dd           ~ 2026-02-29                ~ none
            uuuu-MM-dd HH:mm     ~ 2026-01-31 24:00          ~ none
            uuuu-MM-dd HH:mm     ~ 2026-01-31 08:30:00       ~ none
            uuuu-MM-dd HH:mm     ~ 2026-01-31T08:30          ~ none
            EEE uuuu-MM-dd       ~ Sun 2026-01-31            ~ none
            uuuu-MM-dd[ h][ a]   ~ 2026-01-31 8 pm           ~ 2026-01-31T19:00:00Z
            uuuu-MM-dd[ h][ a]   ~ 2026-01-31 8              ~ none
            uuuu-MM-dd[ h][ a]   ~ 2026-01-31                ~ 2026-01-30T23:00:00Z
            uuuu-MM-dd[ HH]:mm   ~ 2026-01-31:30             ~ none
            [uuuu-MM-dd]HH       ~ 08                        ~ none
            uuuu-MM-dd[ X]       ~ 2026-01-31 Z              ~ 2026-01-31T00:00:00Z
            """)
    void patterns_read_what_they_say_and_nothing_else(String pattern, String text, String instant) {
        assertThat(read(TimeFormat.of(pattern, "Europe/Berlin").reader(), text)).isEqualTo(millis(instant));
    }

    @Test
    void without_a_zone_a_local_time_is_no_time() {
        for (TimeFormat format :
                List.of(TimeFormat.STANDARD, TimeFormat.of("iso"), TimeFormat.of("uuuu-MM-dd'T'HH:mm:ss[XXX]"))) {
            assertThat(read(format.reader(), "2026-01-31T08:30:00")).isEqualTo(TimeReader.NONE);
            assertThat(read(format.reader(), "2026-01-31T08:30:00Z")).isEqualTo(millis("2026-01-31T08:30:00Z"));
        }
        assertThat(read(TimeFormat.of("iso").reader(), "1442016000000")).isEqualTo(TimeReader.NONE);
        assertThat(read(TimeFormat.of("", "Asia/Kolkata").reader(), "1442016000000"))
                .isEqualTo(1442016000000L);
        for (String far :
                List.of("+999999999-12-31 23 -18", "-999999999-01-01 00 +18", "-271822-01-01 00", "275761-01-01 00")) {
            assertThat(read(TimeFormat.of("u-MM-dd HH[ X]", "UTC").reader(), far.replace("+9", "9")))
                    .isEqualTo(TimeReader.BEYOND);
        }
        assertThat(read(TimeFormat.of("u-MM-dd", "UTC").reader(), "999999999-01-01"))
                .isEqualTo(TimeReader.BEYOND);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            YYYY-MM-dd          ~ Y is none of the letters
            uuuu-MM-dd VV       ~ V is none of the letters
            uuuu-MM-dd HH:mm z  ~ z is none of the letters
            uuuu-mm-dd          ~ m is there without the hour, H
            uuuu-MM-dd HH:MM    ~ M is there twice
            uuuu-MM-dd HH:mm:SS ~ S is there without the second, s
            uuuu-MM-dd hh:mm    ~ it does not tell the hour of the day: h needs a
            uuuu-MM             ~ it does not tell year, month and day
            HH:mm:ss            ~ it does not tell year, month and day
            second              ~ e is none of the letters
            uuuu-MM-dd 'T       ~ T is none of the letters
            uuuu-MM-dd {        ~ Pattern includes reserved character
            """)
    void patterns_that_tell_no_time_are_refused(String pattern, String why) {
        assertThatThrownBy(() -> TimeFormat.requireForm(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be iso, seconds, milliseconds, microseconds or a pattern")
                .hasMessageContaining(why);
    }

    @Test
    void a_zone_is_given_exactly_where_there_may_be_local_times() {
        assertThatThrownBy(() -> TimeFormat.of("uuuu-MM-dd")).hasMessageStartingWith("zone must be given");
        assertThatThrownBy(() -> TimeFormat.of("seconds", "UTC")).hasMessageStartingWith("zone must be left out");
        assertThatThrownBy(() -> TimeFormat.of("iso", "Europe/Bern")).hasMessageStartingWith("zone must be a zone");
    }

    @Test
    void formats_that_read_differently_have_different_identities() {
        PinnedZone other =
                PinnedZone.of("Europe/Berlin", ZoneId.of("Europe/Paris").getRules());
        assertThat(Stream.of(
                                TimeFormat.STANDARD,
                                TimeFormat.of("iso"),
                                TimeFormat.of("seconds"),
                                TimeFormat.of("iso", "Europe/Berlin"),
                                TimeFormat.of("", "Europe/Berlin"),
                                TimeFormat.of("iso", "Europe/Paris"),
                                new TimeFormat("iso", other))
                        .map(format ->
                                HexFormat.of().formatHex(format.identity().bytes())))
                .doesNotHaveDuplicates();
    }

    /** Workers get a format by serialization, and read by the rules that it came with. */
    @Test
    void the_rules_of_the_zone_travel_with_the_format() throws Exception {
        PinnedZone kept =
                PinnedZone.of("Europe/Berlin", ZoneId.of("Asia/Kolkata").getRules());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new TimeFormat("iso", kept));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            TimeFormat copy = (TimeFormat) in.readObject();
            assertThat(read(copy.reader(), "2026-01-31T08:30:00")).isEqualTo(millis("2026-01-31T03:00:00Z"));
        }
    }
}
