package dev.weir.accountant.journal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the bytes of declarations: of every unit, and of how event times are read. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeclarationBytesTest {

    /** Returns the entries of the golden file: how event times are read, and another reading of them. */
    private static List<LedgerRecord> timedRecords() {
        TimeField local = new TimeField("time (column 1)", "dd.MM.uuuu HH:mm in Europe/Berlin c0ffee");
        Declaration declaration = new Declaration(
                PrivacyUnit.USER_PER_DAY,
                new Amount(Currency.EPSILON, 2_000_000_000_000_000L),
                Delta.ZERO,
                new UnitField("user.id", "exact", local),
                Delta.ZERO);
        return List.copyOf(DomainEntry.after(
                ChainOrigin.ofDomain("rides"),
                List.of(declaration, new Retiming("hourly", local, new TimeField("millis", "milliseconds")))));
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = DeclarationBytesTest.class.getResourceAsStream("/golden/journal/timed.csv")) {
            String file = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return file.lines()
                    .skip(1)
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .toList();
        }
    }

    @Test
    void how_times_are_read_has_the_bytes_that_an_independent_program_has_written() throws IOException {
        assertThat(timedRecords().stream().map(record -> HexFormat.of().formatHex(LedgerBytes.encode(record))))
                .containsExactlyElementsOf(golden());
    }

    @Test
    void how_times_are_read_comes_back_as_it_was_and_no_part_of_it_is_a_record() {
        for (LedgerRecord record : timedRecords()) {
            byte[] bytes = LedgerBytes.encode(record);
            assertThat(LedgerBytes.decode(bytes)).contains(record);
            for (int length = 0; length < bytes.length; length++) {
                assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, length))).isEmpty();
            }
        }
    }

    @Test
    void declarations_of_every_unit_come_back_as_they_were() {
        Map<PrivacyUnit, Byte> codes = Map.of(
                PrivacyUnit.USER, (byte) 1,
                PrivacyUnit.USER_PER_DAY, (byte) 2,
                PrivacyUnit.USER_PER_HOUR, (byte) 3,
                PrivacyUnit.EVENT, (byte) 4,
                PrivacyUnit.USER_PER_WEEK, (byte) 5,
                PrivacyUnit.USER_PER_MONTH, (byte) 6);
        ChainTip origin = ChainOrigin.ofDomain("rides");
        for (PrivacyUnit unit : codes.keySet()) {
            DomainEntry entry =
                    DomainEntry.after(origin, new Declaration(unit, new Amount(Currency.EPSILON, 5), Delta.ZERO));
            byte[] bytes = LedgerBytes.encode(entry);
            assertThat(LedgerBytes.decode(bytes)).contains(entry);
            // behind version, kind, number, digest and form
            assertThat(bytes[2 + ChainTip.BYTES + 1]).as(unit.words()).isEqualTo(codes.get(unit));
        }
    }
}
