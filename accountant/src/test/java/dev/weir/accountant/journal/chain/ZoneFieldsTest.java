package dev.weir.accountant.journal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.OtherRules;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneOffsetTransitionRule.TimeDefinition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ZoneFieldsTest {

    private static final ChainTip ORIGIN = ChainOrigin.ofDomain("rides");
    private static final Amount ONE = new Amount(Currency.HALF_MU_SQUARED, 1_000_000);
    private static final PinnedZone BERLIN = PinnedZone.of("Europe/Berlin");
    private static final PinnedZone NEWER = PinnedZone.of(
            "Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse("2027-01-01T00:00:00Z")));
    private static final PinnedZone KOLKATA = PinnedZone.of("Asia/Kolkata");

    /** A zone with three changes of its clocks, and two in every later year. */
    private static PinnedZone harbour() {
        ZoneOffset one = ZoneOffset.ofHours(1);
        ZoneOffset two = ZoneOffset.ofHours(2);
        ZoneOffset first = ZoneOffset.ofTotalSeconds(3208);
        List<ZoneOffsetTransition> changes = List.of(
                change(-1_000_000_000, first, one), change(1_000_000_000, one, two), change(1_100_000_000, two, one));
        List<ZoneOffsetTransitionRule> yearly = List.of(
                ZoneOffsetTransitionRule.of(
                        Month.MARCH,
                        -1,
                        DayOfWeek.SUNDAY,
                        LocalTime.of(1, 0),
                        false,
                        TimeDefinition.UTC,
                        one,
                        one,
                        two),
                ZoneOffsetTransitionRule.of(
                        Month.OCTOBER, 25, null, LocalTime.MIDNIGHT, true, TimeDefinition.WALL, one, two, one));
        return PinnedZone.of("Made/Harbour", ZoneRules.of(first, first, List.of(), changes, yearly));
    }

    private static ZoneOffsetTransition change(long second, ZoneOffset before, ZoneOffset after) {
        return ZoneOffsetTransition.of(LocalDateTime.ofEpochSecond(second, 0, before), before, after);
    }

    private static List<DomainEvent> goldenEvents() {
        Amount one = new Amount(Currency.EPSILON, 1_000_000_000_000_000L);
        Declaration declaration = new Declaration(
                PrivacyUnit.USER_PER_DAY.in(harbour()),
                new Amount(Currency.EPSILON, 2 * one.femto()),
                new Delta(BigInteger.TEN.pow(18)));
        PinnedZone island =
                PinnedZone.of("Made/Island", ZoneOffset.ofHoursMinutes(-3, -30).getRules());
        Claim claim = new Claim(19_000, one, Delta.ZERO, List.of(new QueryTerms("days", one, -2)));
        Claim zoned = claim.in(Map.of("a", island, "days", harbour(), "days/caf\u00e9", harbour()));
        return List.of(
                declaration,
                declaration.paying(new Delta(BigInteger.TWO)),
                new Ownership("daily", "run-1", ChainOrigin.ofPipeline("shops", "daily"), 5, zoned));
    }

    @Test
    void zones_have_the_bytes_that_an_independent_program_has_written() throws IOException {
        try (InputStream in = ZoneFieldsTest.class.getResourceAsStream("/golden/journal/zones.csv")) {
            List<String> golden = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .toList();
            List<DomainEntry> entries = DomainEntry.after(ChainOrigin.ofDomain("shops"), goldenEvents());
            assertThat(entries.stream().map(entry -> HexFormat.of().formatHex(LedgerBytes.encode(entry))))
                    .hasSize(3)
                    .containsExactlyElementsOf(golden);
            for (int i = 0; i < 3; i++) {
                assertThat(LedgerBytes.decode(HexFormat.of().parseHex(golden.get(i))))
                        .contains(entries.get(i));
            }
        }
    }

    private static Declaration declaration(PrivacyUnit unit) {
        return new Declaration(unit, ONE, Delta.ZERO);
    }

    private static Ownership ownership(Map<String, PinnedZone> zones) {
        Claim claim = new Claim(0, ONE, Delta.ZERO, List.of(new QueryTerms("days", ONE, -2)));
        return new Ownership("p", "run-1", ChainOrigin.ofPipeline("rides", "p"), 5, claim.in(zones));
    }

    private static byte[] bytes(DomainEvent event) {
        CanonicalWriter out = new CanonicalWriter();
        DomainEventBytes.write(event, out);
        return out.bytes();
    }

    /** Two versions of one zone among them: a query that was given another version has taken the newer one. */
    @Test
    void zones_come_back_with_their_rules_and_no_part_of_a_record_is_one() {
        Delta keys = new Delta(BigInteger.TWO);
        List<DomainEvent> events = List.of(
                declaration(PrivacyUnit.USER_PER_DAY.in(KOLKATA)),
                declaration(PrivacyUnit.USER_PER_MONTH.in(NEWER)).paying(keys),
                ownership(Map.of("days", BERLIN)),
                ownership(Map.of("days", BERLIN, "weeks", NEWER, "a", BERLIN, "b", KOLKATA)));
        for (LedgerRecord record : DomainEntry.after(ORIGIN, events)) {
            byte[] bytes = LedgerBytes.encode(record);
            assertThat(LedgerBytes.decode(bytes)).contains(record);
            for (int length = 0; length < bytes.length; length++) {
                assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, length))).isEmpty();
            }
        }
    }

    /** An audit of an earlier build can read it, and its digest is the one that it has had. */
    @Test
    void without_a_zone_an_event_has_the_bytes_of_earlier_builds() {
        assertThat(bytes(declaration(PrivacyUnit.USER_PER_DAY))[0]).isEqualTo(CanonicalForm.DECLARATION);
        assertThat(bytes(declaration(PrivacyUnit.USER_PER_DAY.in("Etc/UTC"))))
                .isEqualTo(bytes(declaration(PrivacyUnit.USER_PER_DAY)));
        assertThat(bytes(ownership(Map.of()))[0]).isEqualTo(CanonicalForm.OWNERSHIP);
    }

    private static byte[] inZone(PinnedZone zone, DomainEvent event) {
        return new CanonicalWriter()
                .code(CanonicalForm.IN_ZONE)
                .text(zone.id())
                .block(zone.bytes())
                .raw(bytes(event))
                .bytes();
    }

    /** Otherwise two records would say the same with other digests, or a unit would have a zone that it cannot have. */
    @Test
    void a_zone_is_written_in_one_form_alone() {
        assertThat(read(inZone(KOLKATA, declaration(PrivacyUnit.USER_PER_DAY)))).isTrue();
        assertThat(read(inZone(PinnedZone.of("UTC"), declaration(PrivacyUnit.USER_PER_DAY))))
                .isFalse();
        assertThat(read(inZone(KOLKATA, declaration(PrivacyUnit.USER)))).isFalse();
        assertThat(read(inZone(KOLKATA, declaration(PrivacyUnit.USER_PER_HOUR))))
                .isFalse();
        assertThat(read(inZone(KOLKATA, ownership(Map.of())))).isFalse();
        assertThat(read(inZone(KOLKATA, declaration(PrivacyUnit.USER_PER_DAY.in(BERLIN)))))
                .isFalse();
        assertThat(read(queries("a", 0, "b", 1))).isTrue();
        assertThat(read(queries("a", 1, "b", 0))).isFalse();
        assertThat(read(queries("b", 0, "a", 1))).isFalse();
        assertThat(read(queries("a", 0, "b", 2))).isFalse();
        assertThat(read(queries("a", 0, "b", 0))).isFalse();
    }

    private static byte[] queries(String first, int firstZone, String second, int secondZone) {
        CanonicalWriter out =
                new CanonicalWriter().code(CanonicalForm.WITH_ZONES).count(2);
        List.of(BERLIN, KOLKATA).forEach(zone -> out.text(zone.id()).block(zone.bytes()));
        return out.count(2)
                .text(first)
                .count(firstZone)
                .text(second)
                .count(secondZone)
                .raw(bytes(ownership(Map.of())))
                .bytes();
    }

    private static boolean read(byte[] bytes) {
        try {
            DomainEventBytes.read(new CanonicalReader(bytes));
            return true;
        } catch (CanonicalReader.Malformed e) {
            return false;
        }
    }
}
