package dev.weir.accountant.journal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysFieldTest {

    private static final Delta KEYS = new Delta(BigInteger.TEN.pow(17).multiply(BigInteger.valueOf(5)));
    private static final Delta NOISE = new Delta(BigInteger.TEN.pow(18));
    private static final ChainTip ORIGIN = ChainOrigin.ofDomain("rides");

    private static Amount half(long halves) {
        return new Amount(Currency.EPSILON, halves * 500_000_000_000_000L);
    }

    /** Declarations without and with the field of ids, and a claim with steps, each with a delta for keys. */
    private static List<LedgerRecord> records() {
        Declaration declared = new Declaration(PrivacyUnit.USER_PER_DAY, half(4), NOISE).paying(KEYS);
        Claim claim = new Claim(
                19_000,
                half(4),
                Delta.ZERO,
                List.of(new QueryTerms("trips", half(10), 86_400_000)),
                "",
                List.of(new ShareStep(19_001, half(2)), new ShareStep(19_005, half(3))),
                new Delta(BigInteger.ONE.shiftLeft(70)),
                Map.of());
        ChainTip pipeline = ChainOrigin.ofPipeline("rides", "hourly");
        return List.copyOf(DomainEntry.after(
                ORIGIN,
                List.of(
                        declared,
                        declared.with(new UnitField("user.id", "lower-case")),
                        new Ownership("hourly", "run-1", pipeline, Long.MIN_VALUE, claim))));
    }

    @Test
    void records_have_the_bytes_that_an_independent_program_has_written() throws IOException {
        try (InputStream in = KeysFieldTest.class.getResourceAsStream("/golden/journal/keyed.csv")) {
            String file = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            List<String> golden = file.lines()
                    .skip(1)
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .toList();
            assertThat(records().stream().map(record -> HexFormat.of().formatHex(LedgerBytes.encode(record))))
                    .containsExactlyElementsOf(golden);
        }
    }

    @Test
    void records_come_back_as_they_were_and_no_part_of_one_is_a_record() {
        for (LedgerRecord record : records()) {
            byte[] bytes = LedgerBytes.encode(record);
            assertThat(LedgerBytes.decode(bytes)).contains(record);
            for (int length = 0; length < bytes.length; length++) {
                assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, length))).isEmpty();
            }
        }
    }

    /** A delta of 0 is not written, is written once, and belongs to declarations and ownerships alone. */
    @Test
    void a_delta_for_keys_has_one_form() {
        CanonicalWriter.Fields none = AmountBytes.of(Delta.ZERO);
        CanonicalWriter.Fields some = AmountBytes.of(KEYS);
        DomainEvent declared = new Declaration(PrivacyUnit.USER_PER_DAY, half(4), NOISE);
        assertThat(LedgerBytes.decode(keyed(declared, some))).isPresent();
        assertThat(LedgerBytes.decode(keyed(declared, none))).isEmpty();
        assertThat(LedgerBytes.decode(keyed(new Renaming("hourly", "a", "b"), some)))
                .isEmpty();
        assertThat(LedgerBytes.decode(keyed(
                        declared,
                        out -> out.fields(some).code(CanonicalForm.WITH_KEYS).fields(some))))
                .isEmpty();
    }

    private static byte[] keyed(DomainEvent event, CanonicalWriter.Fields keys) {
        CanonicalWriter out = new CanonicalWriter()
                .code(CanonicalForm.VERSION)
                .code(CanonicalForm.DOMAIN_ENTRY)
                .fields(ORIGIN)
                .code(CanonicalForm.WITH_KEYS)
                .fields(keys);
        DomainEventBytes.write(event, out);
        return out.bytes();
    }
}
