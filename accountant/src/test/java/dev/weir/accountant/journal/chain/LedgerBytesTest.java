package dev.weir.accountant.journal.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.meaning.QueryMeaning;
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
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerBytesTest {

    private static final long DAY = 86_400_000;
    private static final long END = 19_000 * DAY + 3_600_000;

    /** Returns the records of the golden file. */
    private static List<LedgerRecord> records() {
        ChainTip origin = ChainOrigin.ofPipeline("rides", "hourly");
        Amount one = new Amount(Currency.EPSILON, 1_000_000_000_000_000L);
        Claim claim = new Claim(
                19_000,
                one,
                Delta.ZERO,
                List.of(new QueryTerms("trips", new Amount(Currency.EPSILON, 5 * one.femto()), DAY)));
        DomainEntry declared = DomainEntry.after(
                ChainOrigin.ofDomain("rides"),
                new Declaration(
                        PrivacyUnit.USER_PER_DAY,
                        new Amount(Currency.EPSILON, 2 * one.femto()),
                        new Delta(BigInteger.TEN.pow(18))));
        DomainEntry owned =
                DomainEntry.after(declared.tip(), new Ownership("hourly", "run-1", origin, Long.MIN_VALUE, claim));
        byte[] released = row(LedgerRow.Kind.RELEASED, "hafen", 166_666_666_666_667L, "{\"value\":7}");
        byte[] withheld = row(LedgerRow.Kind.WITHHELD, "caf\u00e9", 0, "{}");
        BatchDigest digest = new BatchDigest("hourly", origin);
        digest.add(released);
        digest.add(withheld);
        Batch batch = digest.close(Span.of(END - 3_600_000, END));
        DomainEntry adopter =
                DomainEntry.after(owned.tip(), new Ownership("hourly", "operator", batch.tip(), 1_000, claim));
        return List.of(
                declared,
                owned,
                new RowEntry("hourly", 1, 0, released),
                new RowEntry("hourly", 1, 1, withheld),
                new BatchSeal("hourly", 2, batch),
                new Retirement("hourly", 2, batch.tip()),
                adopter,
                DomainEntry.after(
                        adopter.tip(), new Adoption("hourly", origin, batch.tip(), new Closing(19_000, END))));
    }

    /** Returns the entries of the second golden file, in forms of a later build. */
    private static List<LedgerRecord> describedRecords() {
        Amount one = new Amount(Currency.EPSILON, 1_000_000_000_000_000L);
        Declaration declaration = new Declaration(
                PrivacyUnit.USER_PER_DAY,
                new Amount(Currency.EPSILON, 2 * one.femto()),
                new Delta(BigInteger.TEN.pow(18)),
                new UnitField("user.id", "lower-case"),
                Delta.ZERO);
        QueryTerms terms = new QueryTerms(
                "trips", new Amount(Currency.EPSILON, 5 * one.femto()), DAY, new QueryMeaning(2, "c0ffee", "5eed", 3));
        Claim claim =
                new Claim(19_000, one, Delta.ZERO, List.of(terms), "rides-released", List.of(), Delta.ZERO, Map.of());
        ChainTip origin = ChainOrigin.ofPipeline("rides", "hourly");
        return List.copyOf(DomainEntry.after(
                ChainOrigin.ofDomain("rides"),
                List.of(
                        declaration,
                        new Ownership("hourly", "run-1", origin, Long.MIN_VALUE, claim),
                        new Renaming("hourly", "user.id", "rider"))));
    }

    /** Returns the record of the third golden file. */
    private static List<LedgerRecord> confirmedRecords() {
        BatchSeal seal = (BatchSeal) records().get(4);
        return List.of(new Confirmation(seal.batch().tip(), "hourly", 2, 3));
    }

    /** Returns the entries of the fourth golden file: a raise, and claims whose share grows. */
    private static List<LedgerRecord> raisedRecords() {
        Amount one = new Amount(Currency.EPSILON, 1_000_000_000_000_000L);
        Amount two = new Amount(Currency.EPSILON, 2 * one.femto());
        Amount limit = new Amount(Currency.EPSILON, 5 * one.femto());
        Claim plain = new Claim(19_000, two, Delta.ZERO, List.of(new QueryTerms("trips", limit, DAY)));
        QueryTerms terms = new QueryTerms("trips", limit, DAY, new QueryMeaning(2, "c0ffee", "5eed", 3));
        Claim described =
                new Claim(19_000, two, Delta.ZERO, List.of(terms), "rides-released", List.of(), Delta.ZERO, Map.of());
        List<ShareStep> steps = List.of(
                new ShareStep(19_001, one), new ShareStep(19_005, new Amount(Currency.EPSILON, one.femto() / 2 * 3)));
        ChainTip origin = ChainOrigin.ofPipeline("rides", "hourly");
        return List.copyOf(DomainEntry.after(
                ChainOrigin.ofDomain("rides"),
                List.of(
                        new Declaration(PrivacyUnit.USER_PER_DAY, two, new Delta(BigInteger.TEN.pow(18))),
                        new Raise(
                                19_001,
                                new Amount(Currency.EPSILON, 3 * one.femto()),
                                new Delta(BigInteger.TEN.pow(18).shiftLeft(1))),
                        new Ownership("hourly", "run-1", origin, Long.MIN_VALUE, plain.with(steps)),
                        new Ownership("hourly", "run-1", origin, Long.MIN_VALUE, described.with(steps)))));
    }

    private static List<LedgerRecord> allRecords() {
        return Stream.of(records(), describedRecords(), confirmedRecords(), raisedRecords())
                .flatMap(List::stream)
                .toList();
    }

    private static byte[] row(LedgerRow.Kind kind, String key, long charge, String line) {
        return LedgerBytes.encode(new LedgerRow(
                kind,
                "rides/trips/1/" + key + "/1",
                "trips",
                key,
                END - 3_600_000,
                END,
                charge,
                line.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void records_have_the_bytes_that_an_independent_program_has_written() throws IOException {
        assertThat(lines(records())).containsExactlyElementsOf(golden("ledger.csv"));
        assertThat(lines(describedRecords())).containsExactlyElementsOf(golden("described.csv"));
        assertThat(lines(confirmedRecords())).containsExactlyElementsOf(golden("confirmed.csv"));
        assertThat(lines(raisedRecords())).containsExactlyElementsOf(golden("raised.csv"));
    }

    private static List<String> lines(List<LedgerRecord> records) {
        return records.stream()
                .map(record -> HexFormat.of().formatHex(LedgerBytes.encode(record)))
                .toList();
    }

    private static List<String> golden(String name) throws IOException {
        try (InputStream in = LedgerBytesTest.class.getResourceAsStream("/golden/journal/" + name)) {
            String file = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return file.lines()
                    .skip(1)
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .toList();
        }
    }

    @Test
    void records_and_rows_come_back_as_they_were() {
        for (LedgerRecord record : allRecords()) {
            assertThat(LedgerBytes.decode(LedgerBytes.encode(record))).contains(record);
            if (record instanceof RowEntry entry) {
                assertThat(LedgerBytes.decodeRow(entry.row()).map(LedgerBytes::encode))
                        .hasValueSatisfying(bytes -> assertThat(bytes).isEqualTo(entry.row()));
            }
        }
    }

    @Test
    void no_beginning_of_a_record_and_no_longer_text_is_a_record() {
        for (LedgerRecord record : allRecords()) {
            byte[] bytes = LedgerBytes.encode(record);
            for (int length = 0; length < bytes.length; length++) {
                assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, length))).isEmpty();
            }
            assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                    .isEmpty();
        }
    }

    @RepeatedTest(100)
    void whatever_is_read_gives_the_same_bytes_again_and_nothing_throws(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (LedgerRecord record : allRecords()) {
            byte[] bytes = LedgerBytes.encode(record);
            for (int changes = 0; changes <= random.nextInt(3); changes++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            LedgerBytes.decode(bytes)
                    .ifPresent(read -> assertThat(LedgerBytes.encode(read)).isEqualTo(bytes));
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            LedgerBytes.decodeRow(noise)
                    .ifPresent(read -> assertThat(LedgerBytes.encode(read)).isEqualTo(noise));
        }
    }

    /** Whatever the first form can express must have no second form. */
    @Test
    void a_described_form_that_describes_nothing_is_no_record() {
        byte[] declaration = LedgerBytes.encode(records().get(0));
        byte[] unnamed = Arrays.copyOf(declaration, declaration.length + 8);
        unnamed[2 + 8 + ChainHash.BYTES] = CanonicalForm.DECLARATION_WITH_FIELD;
        assertThat(LedgerBytes.decode(unnamed)).isEmpty();
        byte[] ownership = new CanonicalWriter()
                .code(CanonicalForm.VERSION)
                .code(CanonicalForm.DOMAIN_ENTRY)
                .fields(ChainOrigin.ofDomain("rides"))
                .code(CanonicalForm.DESCRIBED_OWNERSHIP)
                .text("hourly")
                .text("run-1")
                .fields(ChainOrigin.ofPipeline("rides", "hourly"))
                .number(0)
                .number(0)
                .fields(AmountBytes.of(Amount.zero(Currency.EPSILON)))
                .fields(AmountBytes.of(Delta.ZERO))
                .count(0)
                .text("")
                .bytes();
        assertThat(LedgerBytes.decode(ownership)).isEmpty();
    }

    /** Invalid UTF-8 must not be decoded as a text whose encoding has other bytes. */
    @Test
    void what_is_not_UTF_8_is_no_row_and_the_replacement_character_is_a_character() {
        byte[] row = row(LedgerRow.Kind.RELEASED, "x\uFFFDy", 1, "{}");
        assertThat(LedgerBytes.decodeRow(row).orElseThrow().key()).isEqualTo("x\uFFFDy");
        byte[] broken = row.clone();
        int key = new String(row, StandardCharsets.ISO_8859_1).lastIndexOf("\u00ef\u00bf\u00bd");
        broken[key + 1] = 'b';
        assertThat(LedgerBytes.decodeRow(broken)).isEmpty();
    }

    @Test
    void rows_behind_their_lengths_have_the_digest_of_the_same_rows_one_by_one() {
        byte[] one = row(LedgerRow.Kind.RELEASED, "hafen", 1, "{}");
        byte[] two = row(LedgerRow.Kind.WITHHELD, "", 0, "");
        ChainTip origin = ChainOrigin.ofPipeline("rides", "hourly");
        BatchDigest single = new BatchDigest("hourly", origin);
        single.add(one);
        single.add(two);
        byte[] framed =
                new CanonicalWriter().code((byte) 9).block(one).block(two).bytes();
        BatchDigest together = new BatchDigest("hourly", origin);
        together.addAll(framed, 1);
        assertThat(together.rows()).isEqualTo(2);
        assertThat(together.close(Span.of(0, 1))).isEqualTo(single.close(Span.of(0, 1)));
    }

    @Test
    void rows_that_do_not_end_with_their_bytes_have_no_digest() {
        byte[] framed = new CanonicalWriter().block(new byte[] {1, 2, 3}).bytes();
        BatchDigest digest = new BatchDigest("hourly", ChainOrigin.ofPipeline("rides", "hourly"));
        for (int length : new int[] {1, 3, 4, 6, 8}) {
            assertThatThrownBy(() -> digest.addAll(Arrays.copyOf(framed, length), 0))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(digest.rows()).isZero();
    }

    @Test
    void what_a_row_releases_is_in_no_text_of_it() {
        LedgerRow row = LedgerBytes.decodeRow(row(LedgerRow.Kind.RELEASED, "hafen", 1, "{\"value\":4711}"))
                .orElseThrow();
        assertThat(row.toString()).doesNotContain("4711");
        assertThat(new RowEntry("hourly", 1, 0, LedgerBytes.encode(row)).toString())
                .doesNotContain("4711");
    }
}
