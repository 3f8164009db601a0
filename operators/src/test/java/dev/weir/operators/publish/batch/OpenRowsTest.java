package dev.weir.operators.publish.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a batch, which is made from the bytes of its rows only, states the same facts as the rows as objects. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenRowsTest {

    private static final ChainTip ORIGIN = ChainOrigin.ofPipeline("test", "p");
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "b", "\u00e9", "\ue000", "\ud83d\ude00", "z".repeat(300));

    private final OpenRows open =
            new OpenRows("p", new ResumePoint.Limits(PrivacyUnit.USER_PER_DAY, 0, Closing.NOTHING));
    private final List<PublishedRow> rows = new ArrayList<>();

    private void add(SplittableRandom random) throws IOException {
        String query = TEXTS.get(random.nextInt(TEXTS.size()));
        String key = TEXTS.get(random.nextInt(TEXTS.size())) + rows.size();
        long end = random.nextLong(-3, 4);
        byte[] line = new byte[random.nextInt(40)];
        random.nextBytes(line);
        Outcome.Kind kind = random.nextInt(4) == 0 ? Outcome.Kind.WITHHELD : Outcome.Kind.RELEASED;
        PublishedRow row = new PublishedRow(
                kind,
                end - 1 - random.nextInt(9),
                end,
                query,
                key,
                "id " + query + key,
                random.nextLong(1 << 20),
                line);
        rows.add(row);
        open.add(LedgerEncoding.encode(row));
    }

    private static byte[] canonical(PublishedRow row) {
        return LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.valueOf(row.kind().name()),
                row.releaseId(),
                row.query(),
                row.key(),
                row.windowStart(),
                row.windowEnd(),
                row.charge(),
                row.line()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_batch_has_the_digest_span_and_counts_of_its_rows_in_public_order(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            add(random);
        }
        rows.sort(PublishedRow.PUBLIC_ORDER);
        BatchDigest digest = new BatchDigest("p", ORIGIN);
        rows.forEach(row -> digest.add(canonical(row)));
        Span span = rows.stream()
                .map(row -> Span.of(row.windowStart(), row.windowEnd()))
                .reduce((one, two) -> one.with(two.from(), two.firstEnd()).with(two.from(), two.lastEnd()))
                .orElseThrow();
        List<LedgerBatch> closed = open.close(ORIGIN);
        assertThat(closed).hasSize(1);
        LedgerBatch batch = LedgerBatch.restored(
                ORIGIN, "p", closed.get(0).batch(), closed.get(0).bytes());
        assertThat(batch.batch()).isEqualTo(digest.close(span));
        assertThat(batch.withheld()).isEqualTo((int)
                rows.stream().filter(row -> row.kind() == Outcome.Kind.WITHHELD).count());
        assertSameRows(batch);
    }

    private void assertSameRows(LedgerBatch batch) {
        List<byte[]> expected = rows.stream().map(OpenRowsTest::canonical).toList();
        assertThat(batch.rows().stream().map(OpenRowsTest::canonical).toList())
                .usingElementComparator(Arrays::compare)
                .isEqualTo(expected);
        List<byte[]> written = new ArrayList<>();
        batch.records(new BatchSeal("p", 1, batch.batch())).forEach(record -> {
            if (record instanceof RowEntry entry) {
                written.add(entry.row());
            }
        });
        assertThat(written).usingElementComparator(Arrays::compare).isEqualTo(expected);
    }
}
