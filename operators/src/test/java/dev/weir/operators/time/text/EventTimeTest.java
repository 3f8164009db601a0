package dev.weir.operators.time.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EventTimeTest {

    private static long parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return EventTime.parse(bytes, 0, bytes.length);
    }

    @RepeatedTest(20)
    void every_instant_reads_back_in_any_offset(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 1000; i++) {
            long millis = random.nextLong(-70_000_000_000_000L, 250_000_000_000_000L);
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-18 * 60, 18 * 60 + 1));
            OffsetDateTime time = Instant.ofEpochMilli(millis).atOffset(offset);
            assertThat(parse(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time)))
                    .isEqualTo(millis);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00Z, 0",
        "1970-01-01T00:00:00.9999999999Z, 999",
        "1969-12-31T23:59:59.9995Z, -1",
        "1970-01-01t01:30:00+0130, 0",
        "1970-01-01T02:00:00+02, 0",
        "-5, -5",
        "00042, 42",
        "+275760-09-13T00:00:00Z, 8640000000000000"
    })
    void what_iso_8601_and_epoch_milliseconds_allow_is_read(String text, long millis) {
        assertThat(parse(text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+5",
                "1.5",
                "1e3",
                " 5",
                "2015-02-29T00:00:00Z",
                "2015-13-01T00:00:00Z",
                "2015-01-01T24:00:00Z",
                "2015-01-01T00:00:60Z",
                "2015-01-01T00:00:00",
                "2015-01-01T00:00:00.Z",
                "2015-01-01 00:00:00Z",
                "2015-01-01T00:00:00+18:01",
                "2015-01-01T00:00:00+1",
                "2015-1-1T00:00:00Z",
                "15-01-01T00:00:00Z",
                "2015-01-01T00:00:00ZZ",
                "2015-01-01T00:00:00+01:",
                "2015-01-01T",
                "2015" + "-"
            })
    void anything_else_is_no_time(String text) {
        assertThat(parse(text)).isEqualTo(TimeReader.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8640000000000001",
                "-8640000000000001",
                "+275760-09-13T00:00:00.001Z",
                "+300000-01-01T00:00:00Z",
                "+584556019-04-03T14:25:52Z",
                "-584540061-07-04T10:24:51.616Z",
                "+999999999-01-01T00:00:00Z"
            })
    void times_beyond_the_calendar_are_told_apart(String text) {
        assertThat(parse(text)).isEqualTo(TimeReader.BEYOND);
    }
}
