package dev.weir.operators.publish.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that rows as bytes are sorted in the order {@link PublishedRow#PUBLIC_ORDER} of the rows as objects. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PublicOrderTest {

    /** Characters of one to four bytes of UTF-8, on both sides of the points where UTF-8 and UTF-16 differ in order. */
    private static final int[] CHARACTERS = {
        0, 1, 'a', 'b', '~', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xEFFF, 0xF000, 0xFFFF, 0x10000, 0x3FFFF,
        0x40000, 0x10FFFF
    };

    private static final List<Outcome.Kind> KINDS = List.of(Outcome.Kind.RELEASED, Outcome.Kind.WITHHELD);

    private final List<PublishedRow> rows = new ArrayList<>();
    private final RowBuffer buffer = new RowBuffer();

    private void add(long end, String query, String key, byte[] line) throws IOException {
        Outcome.Kind kind = KINDS.get(rows.size() % 2);
        PublishedRow row = new PublishedRow(kind, end - 1, end, query, key, "id of " + rows.size(), rows.size(), line);
        rows.add(row);
        buffer.add(LedgerEncoding.encode(row));
    }

    private static String text(SplittableRandom random, int most) {
        return random.ints(random.nextInt(most + 1), 0, CHARACTERS.length)
                .map(i -> CHARACTERS[i])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private void assertOrdered() throws IOException {
        List<List<Object>> expected = rows.stream()
                .sorted(PublishedRow.PUBLIC_ORDER)
                .map(PublicOrderTest::fields)
                .toList();
        List<List<Object>> ordered =
                read(buffer.inOrder()).stream().map(PublicOrderTest::fields).toList();
        assertThat(ordered.equals(expected)).as("rows and their order").isTrue();
    }

    private static List<PublishedRow> read(OrderedRows rows) {
        ByteBuffer bytes = ByteBuffer.wrap(rows.gatherBehindLengths(0));
        List<PublishedRow> read = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] row = new byte[bytes.getInt()];
            bytes.get(row);
            read.add(LedgerEncoding.read(row));
        }
        return read;
    }

    private static List<Object> fields(PublishedRow row) {
        return List.of(
                row.kind(),
                row.windowStart(),
                row.windowEnd(),
                row.query(),
                row.key(),
                row.releaseId(),
                row.charge(),
                ByteBuffer.wrap(row.line()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void rows_of_any_keys_are_in_the_order_of_their_texts(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> queries = Stream.generate(() -> text(random, 3)).limit(4).toList();
        String common = text(random, 12);
        for (int i = 0; i < 3000; i++) {
            String key = common + text(random, seed % 2 == 0 ? 3 : 14);
            add(random.nextLong(-2, 2), queries.get(random.nextInt(4)), key, new byte[random.nextInt(4)]);
        }
        assertOrdered();
    }

    @Test
    void keys_that_differ_only_behind_many_common_bytes_are_in_order() throws IOException {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 500; i++) {
            add(1, "q", (i % 2 == 0 ? "a" : "b") + "same for all of them/" + random.nextInt(100), new byte[0]);
        }
        assertOrdered();
    }

    /** The rows fill several arrays, and one row is larger than an array. */
    @Test
    void rows_that_fill_many_arrays_are_all_there() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 300; i++) {
            byte[] line = new byte[i == 150 ? 9_000_000 : random.nextInt(100_000)];
            random.nextBytes(line);
            add(random.nextInt(3), "q", Integer.toString(random.nextInt(1000)), line);
        }
        assertOrdered();
    }

    @Test
    void no_rows_are_in_order_and_have_no_parts() throws IOException {
        assertThat(buffer.inOrder().size()).isZero();
        assertThat(buffer.inOrder().parts(3)).isEmpty();
    }

    @Test
    void parts_follow_each_other() throws IOException {
        for (int i = 0; i < 7; i++) {
            add(1, "q", Integer.toString((3 * i) % 7), new byte[0]);
        }
        List<String> keys = new ArrayList<>();
        for (OrderedRows part : buffer.inOrder().parts(3)) {
            assertThat(part.size()).isLessThanOrEqualTo(3);
            read(part).forEach(row -> keys.add(row.key()));
        }
        assertThat(keys).containsExactly("0", "1", "2", "3", "4", "5", "6");
    }
}
