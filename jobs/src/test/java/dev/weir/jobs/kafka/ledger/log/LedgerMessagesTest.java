package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerMessagesTest {

    private static final LedgerRecord OTHER = new Retirement("p", 1, ChainOrigin.ofPipeline("d", "p"));

    private final List<byte[]> messages = new ArrayList<>();

    private static RowEntry row(int index, int bytes) {
        byte[] row = new byte[bytes];
        new SplittableRandom(index).nextBytes(row);
        return new RowEntry("p", 1, index, row);
    }

    private void write(int most, List<LedgerRecord> records) {
        LedgerMessages writing = new LedgerMessages(most, messages::add);
        records.forEach(writing::add);
        writing.end();
    }

    private List<byte[]> read() {
        List<byte[]> records = new ArrayList<>();
        messages.forEach(message -> LedgerMessages.read(message, records::add));
        return records;
    }

    private static List<byte[]> bytes(List<LedgerRecord> records) {
        return records.stream().map(LedgerBytes::encode).toList();
    }

    @Test
    void records_come_back_in_their_order_whatever_shares_a_message() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 200; run++) {
            messages.clear();
            List<LedgerRecord> records = new ArrayList<>();
            for (int i = 0; i < random.nextInt(60); i++) {
                records.add(random.nextInt(5) == 0 ? OTHER : row(i, random.nextInt(400)));
            }
            int most = 1 + random.nextInt(2000);
            write(most, records);
            assertThat(read()).usingElementComparator(Arrays::compare).isEqualTo(bytes(records));
        }
    }

    @Test
    void rows_share_messages_up_to_the_limit_and_everything_else_is_a_message_of_its_own() {
        List<LedgerRecord> records = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            records.add(row(i, 300));
        }
        records.add(OTHER);
        write(LedgerMessages.MOST_BYTES, records);
        assertThat(messages).hasSizeLessThan(25).allSatisfy(message -> assertThat(message.length)
                .isLessThanOrEqualTo(LedgerMessages.MOST_BYTES));
        assertThat(messages.get(messages.size() - 1)).isEqualTo(LedgerBytes.encode(OTHER));
    }

    /**
     * A topic that accepts a record therefore accepts its message, and a ledger of small batches has the format of older
     * builds.
     */
    @Test
    void a_row_alone_is_its_record_however_long_it_is() {
        for (int most : new int[] {1, 100, LedgerMessages.MOST_BYTES}) {
            for (int length : new int[] {0, 90, 40_000}) {
                messages.clear();
                write(most, List.of(row(0, length), OTHER, row(1, length)));
                assertThat(messages)
                        .usingElementComparator(Arrays::compare)
                        .isEqualTo(bytes(List.of(row(0, length), OTHER, row(1, length))));
            }
        }
    }

    /**
     * An empty record counts as unreadable. A message that is cut at the end of a record is still whole; its missing records
     * show at the seal after it.
     */
    @Test
    void a_damaged_message_has_one_record_that_is_none() {
        write(LedgerMessages.MOST_BYTES, List.of(row(0, 20), row(1, 20)));
        byte[] whole = messages.get(0);
        byte[] first = LedgerBytes.encode(row(0, 20));
        for (int length = 1; length < whole.length; length++) {
            messages.set(0, Arrays.copyOf(whole, length));
            List<byte[]> read = read();
            boolean endsBehindFirst = length == Byte.BYTES + Integer.BYTES + first.length;
            assertThat(read).hasSize(1);
            assertThat(read.get(0)).isEqualTo(endsBehindFirst ? first : new byte[0]);
        }
    }

    /**
     * What the watch passes over is what it would read: one changed byte at each place, and each length, of a message of rows, of a message with
     * another record among the rows, and of a record alone.
     */
    @Test
    void a_message_is_of_rows_alone_exactly_if_all_its_records_are_rows_when_they_are_read() {
        write(LedgerMessages.MOST_BYTES, List.of(row(0, 20), row(1, 0), row(2, 9), OTHER));
        List<byte[]> all = new ArrayList<>(messages);
        all.add(mixed());
        int ofRows = 0;
        for (byte[] message : all) {
            for (byte[] damaged : damaged(message)) {
                boolean isRows = LedgerMessages.isRows(damaged);
                ofRows += isRows ? 1 : 0;
                assertThat(isRows).isEqualTo(damaged.length > 0 && damaged[0] == 0 && areRows(damaged));
            }
        }
        assertThat(ofRows).isBetween(20, 2000);
        assertThat(LedgerMessages.isRows(null)).isFalse();
    }

    private static byte[] mixed() {
        return new CanonicalWriter()
                .code((byte) 0)
                .block(LedgerBytes.encode(row(0, 5)))
                .block(LedgerBytes.encode(OTHER))
                .bytes();
    }

    private static List<byte[]> damaged(byte[] message) {
        List<byte[]> damaged = new ArrayList<>();
        for (int at = 0; at <= message.length; at++) {
            damaged.add(Arrays.copyOf(message, at));
            for (int change : new int[] {1, 2, 0x80}) {
                byte[] changed = message.clone();
                changed[Math.min(at, message.length - 1)] ^= (byte) change;
                damaged.add(changed);
            }
        }
        return damaged;
    }

    private static boolean areRows(byte[] message) {
        boolean[] areRows = {true};
        LedgerMessages.read(
                message,
                record -> areRows[0] &= LedgerBytes.decode(record)
                        .filter(read -> read instanceof RowEntry)
                        .isPresent());
        return areRows[0];
    }
}
