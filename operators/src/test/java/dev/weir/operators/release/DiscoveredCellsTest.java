package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredCellsTest {

    private static final long END = Plans.HOUR;
    private static final Queries COUNT =
            Queries.hourly("q").count().contributions(6).recordsPerCell(1).cellsPerPeriod(6);
    private static final Touches TOUCHES = new Touches(Delta.atMost(new BigDecimal("1e-3")), 6);

    static WindowAnnouncement announcement(Plan plan, long preThreshold, Randomness randomness) {
        return new WindowAnnouncement(plan.queries().get(0), terms(preThreshold), randomness);
    }

    static AnnouncementTerms terms(long preThreshold) {
        return new AnnouncementTerms(0, preThreshold, TOUCHES);
    }

    private static DiscoveredCells cells(long preThreshold, int seed) {
        return cells(announcement(Plans.daily(COUNT), preThreshold, new SplittableRandom(seed)::nextLong), seed);
    }

    static DiscoveredCells cells(WindowAnnouncement announcement, int seed) {
        TextHash hash = new TextHash(new SplittableRandom(-seed)::nextLong);
        return cells(announcement, hash);
    }

    private static DiscoveredCells cells(WindowAnnouncement announcement, TextHash hash) {
        return new DiscoveredCells(
                end -> announcement, hash, new OpenTotals(0, announcement.totals(), new BitSet(), 0));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> texts(List<AnnouncedKey> announced) {
        return announced.stream().map(AnnouncedKey::text).toList();
    }

    /** Contributions to a window in which half of the keys are crowded and the others have one unit or a few. */
    private static List<String> contributions() {
        List<String> keys = new ArrayList<>();
        for (int key = 0; key < 60; key++) {
            String text = "k" + (key * 37 % 60);
            keys.addAll(Collections.nCopies(key % 2 == 0 ? 400 : 1 + key / 20, text));
        }
        return keys;
    }

    private static void addAll(List<String> contributions, DiscoveredCells cells) {
        contributions.forEach(key -> cells.add(utf8(key), END, new long[] {1, 1}));
    }

    private static String rows(List<AnnouncedKey> announced) {
        StringBuilder rows = new StringBuilder();
        announced.forEach(key ->
                rows.append(key.text()).append(' ').append(key.values()[0]).append('\n'));
        return rows.toString();
    }

    /** With the same random bits the same rows leave, number by number, whatever the order of arrival, the secret hash and the sums' sizes. */
    @Test
    void rows_depend_on_the_totals_alone_and_not_on_the_order_of_arrival() {
        DiscoveredCells inOrder = cells(1, 5);
        addAll(contributions(), inOrder);
        String rows = rows(inOrder.close(END, null));
        assertThat(rows.lines().count()).isBetween(30L, 31L);
        for (int permutation = 0; permutation < 5; permutation++) {
            List<String> permuted = contributions();
            Collections.shuffle(permuted, new Random(permutation));
            TextHash other = new TextHash(new SplittableRandom(permutation)::nextLong);
            DiscoveredCells cells =
                    cells(announcement(Plans.daily(COUNT), 1, new SplittableRandom(5)::nextLong), other);
            addAll(permuted, cells);
            assertThat(rows(cells.close(END, null))).isEqualTo(rows);
        }
    }

    @Test
    void a_restore_in_the_middle_changes_no_row_and_a_view_holds_nothing_later() throws IOException {
        List<String> all = contributions();
        Collections.shuffle(all, new Random(9));
        DiscoveredCells undisturbed = cells(2, 6);
        addAll(all, undisturbed);
        DiscoveredCells before = cells(2, 7);
        addAll(all.subList(0, 5_000), before);
        before.add(utf8("another window"), 2 * END, new long[] {7, 7});
        StatePart.View view = before.view();
        before.copyArrays();
        addAll(all.subList(5_000, 6_000), before);
        DataOutputSerializer out = new DataOutputSerializer(64);
        view.write(out);
        DiscoveredCells after = cells(announcement(Plans.daily(COUNT), 2, new SplittableRandom(6)::nextLong), 8);
        after.read(new DataInputDeserializer(out.getCopyOfBuffer()));
        addAll(all.subList(5_000, all.size()), after);
        assertThat(rows(after.close(END, null))).isEqualTo(rows(undisturbed.close(END, null)));
        assertThatIllegalStateException().isThrownBy(() -> after.read(new DataInputDeserializer(new byte[4])));
    }

    /** U+E000 comes before U+10000 in bytes, and after it in UTF-16. */
    @Test
    void rows_leave_in_the_order_of_bytes() {
        DiscoveredCells cells = cells(1, 10);
        for (String key : List.of("𐀀", "\uE000", "é", "z", "Z", "z!", "<script>")) {
            cells.add(utf8(key), END, new long[] {1000, 1000});
        }
        assertThat(texts(cells.close(END, null))).containsExactly("<script>", "Z", "z", "z!", "é", "\uE000", "𐀀");
    }

    /** A key exists by the units that touched it, not by its amounts: neither many records nor many sums make one. */
    @Test
    void a_key_below_the_pre_threshold_is_never_announced_whatever_its_total() {
        DiscoveredCells cells = cells(5, 11);
        for (int key = 0; key < 1000; key++) {
            cells.add(utf8("lone " + key), END, new long[] {1_000_000, 1});
            IntStream.range(0, 9).forEach(i -> cells.add(utf8("lone"), END, new long[] {1_000_000, 0}));
            cells.add(utf8("four " + key), END, new long[] {1_000_000, 4});
        }
        cells.add(utf8("five"), END, new long[] {1_000_000, 2});
        cells.add(utf8("five"), END, new long[] {0, 3});
        assertThat(texts(cells.close(END, null))).containsExactly("five");
    }

    @Test
    void windows_are_apart_and_a_closed_one_leaves_no_byte_behind() throws IOException {
        DiscoveredCells cells = cells(1, 12);
        cells.add(utf8("now"), END, new long[] {1000, 1000});
        cells.add(utf8("CANARY"), END, new long[] {0, 1});
        cells.add(utf8("then"), 2 * END, new long[] {1000, 1000});
        assertThat(texts(cells.close(END, null))).containsExactly("now");
        assertThat(cells.close(END, null)).isEmpty();
        DataOutputSerializer out = new DataOutputSerializer(64);
        cells.view().write(out);
        assertThat(new String(out.getCopyOfBuffer(), StandardCharsets.ISO_8859_1))
                .contains("then")
                .doesNotContain("now")
                .doesNotContain("CANARY");
        cells.drop(2 * END);
        assertThat(cells.close(2 * END, null)).isEmpty();
    }

    @Test
    void terms_that_would_not_pay_for_what_the_gate_keeps_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> announcement(Plans.daily(COUNT.cellsPerPeriod(7)), 1, () -> 0))
                .withMessage("cells or keys per period must be at most the touches that delta pays for, 6");
        Queries unbounded = Queries.hourly("q").count().contributions(6).cellsPerPeriod(6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> announcement(Plans.daily(unbounded), 1, () -> 0))
                .withMessageStartingWith("keys must be announced by a count of units");
        Queries sum =
                Queries.hourly("q").sum(0, 5).contributions(6).cellsPerPeriod(6).recordsPerCell(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> announcement(Plans.daily(sum), 1, () -> 0))
                .withMessageStartingWith("keys must be announced by a count of units");
    }
}
