package dev.weir.accountant.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.accountant.canonical.CanonicalReader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PinnedZoneTest {

    private static final Instant LAST_CHANGE = Instant.parse("2027-10-31T01:00:00Z");

    /** Every zone of this Java platform, those with negative summer time, changes on Ramadan and offsets of seconds among them. */
    @Test
    void rules_come_back_from_their_bytes_with_the_boundaries_of_every_date() {
        SplittableRandom random = new SplittableRandom(42);
        for (String id : ZoneId.getAvailableZoneIds()) {
            PinnedZone zone = PinnedZone.of(id);
            PinnedZone read = PinnedZone.read(id, zone.bytes());
            assertThat(read).isEqualTo(zone);
            assertThat(read.bytes()).as(id).isEqualTo(zone.bytes());
            assertThat(read.differsFrom(zone)).as(id).isEmpty();
            for (int i = 0; i < 100; i++) {
                LocalDate date = LocalDate.ofEpochDay(random.nextLong(-40_000, 60_000));
                assertThat(read.boundary(date)).as("%s in %s", date, id).isEqualTo(zone.boundary(date));
            }
        }
    }

    @Test
    void bytes_that_are_no_rules_are_refused() {
        byte[] bytes = PinnedZone.of("America/New_York").bytes();
        for (int length = 0; length < bytes.length; length++) {
            assertRefused(Arrays.copyOf(bytes, length));
        }
        assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
        byte[] tooFar = bytes.clone();
        tooFar[3] = 1; // an offset of half a year
        assertRefused(tooFar);
    }

    /** A byte that is changed makes other rules, or none: never the same ones, whose bytes would then be two. */
    @Test
    void a_changed_byte_is_other_rules_or_none() {
        PinnedZone zone = PinnedZone.of("Europe/Berlin");
        for (int at = 0; at < zone.bytes().length; at++) {
            byte[] changed = zone.bytes();
            changed[at] ^= 1;
            try {
                assertThat(PinnedZone.read("Europe/Berlin", changed))
                        .as("byte %d", at)
                        .isNotEqualTo(zone);
            } catch (CanonicalReader.Malformed e) {
                assertThat(e).hasMessage("bytes must be in the canonical form");
            }
        }
    }

    private static void assertRefused(byte[] bytes) {
        assertThatExceptionOfType(CanonicalReader.Malformed.class)
                .isThrownBy(() -> PinnedZone.read("America/New_York", bytes));
    }

    @Test
    void rules_of_two_versions_differ_from_the_first_instant_at_which_clocks_do() {
        PinnedZone known = PinnedZone.of("Europe/Berlin");
        PinnedZone newer = PinnedZone.of(
                "Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", LAST_CHANGE.plusSeconds(1)));
        assertThat(newer).isNotEqualTo(known);
        assertThat(known.differsFrom(newer)).contains(Instant.parse("2028-03-26T01:00:00Z"));
        assertThat(newer.differsFrom(known)).contains(Instant.parse("2028-03-26T01:00:00Z"));
        assertThat(known.differsFrom(known)).isEmpty();
        assertThat(PinnedZone.read(newer.id(), newer.bytes())).isEqualTo(newer);
    }

    @Test
    void utc_has_several_names() {
        assertThat(PinnedZone.of("Etc/UTC").isUtc()).isTrue();
        assertThat(PinnedZone.of("GMT").isUtc()).isTrue();
        assertThat(PinnedZone.of("Europe/London").isUtc()).isFalse();
        assertThat(PinnedZone.of("+01:00").isUtc()).isFalse();
    }
}
