package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BatchBufferTest {

    private static final int RECORDS = 5_000;
    private static final int UNITS = 40;

    private final Map<String, List<String>> packed = new HashMap<>();
    private final Map<String, List<String>> arrived = new HashMap<>();
    private final Set<Integer> sizes = new HashSet<>();
    private int batches;

    @Test
    void every_record_arrives_as_it_was_once_in_its_units_order_and_in_its_units_key_group() {
        for (int groups : new int[] {1, 7, 128, 32_768}) {
            packed.clear();
            arrived.clear();
            BatchBuffer batches = new BatchBuffer(groups, batch -> receive(batch, groups));
            Random random = new Random(groups);
            for (int i = 0; i < RECORDS; i++) {
                AdmittedRecord record = randomRecord(random);
                packed.computeIfAbsent(unit(record), unit -> new ArrayList<>()).add(words(record));
                batches.add(record);
            }
            batches.sendAll();
            assertThat(arrived).isEqualTo(packed).hasSizeGreaterThan(UNITS / 2);
        }
        assertThat(sizes).as("batches travel full, of one group at least").anyMatch(size -> size > 1 << 17);
    }

    @Test
    void nothing_is_sent_twice_and_no_empty_batch() {
        BatchBuffer waiting = new BatchBuffer(128, batch -> batches++);
        waiting.sendAll();
        assertThat(batches).isZero();
        waiting.add(randomRecord(new Random(1)));
        waiting.sendAll();
        waiting.sendAll();
        assertThat(batches).isEqualTo(1);
    }

    @Test
    void batches_leave_in_turn_after_so_many_slots_whatever_is_in_them() {
        int groups = 64;
        int perRun = 16 * 64; // the number of slots of a run of 16 batches
        Random random = new Random(2);
        List<Integer> sent = new ArrayList<>();
        BatchBuffer crowd = new BatchBuffer(groups, batch -> sent.add(group(batch.route(), groups)));
        Set<Integer> waiting = new HashSet<>();
        for (int i = 0; i < RECORDS / 10; i++) {
            AdmittedRecord record = randomRecord(random);
            waiting.add(group(record.route(), groups));
            crowd.add(record);
        }
        for (int slot = 1; slot <= 4 * perRun; slot++) {
            crowd.slotRead();
            int left = slot / perRun * 16;
            assertThat(sent).as("after %d slots", slot).isEqualTo(below(left, waiting));
        }

        sent.clear();
        AdmittedRecord lonely = randomRecord(random);
        for (int slot = 0; slot < 4 * perRun; slot++) {
            if (slot % perRun == 0) {
                crowd.add(lonely);
            }
            crowd.slotRead();
        }
        assertThat(sent).as("once in four runs, whoever else is there").containsExactly(group(lonely.route(), groups));
    }

    /** Multiples of an odd number, wrapping around, are all different routes; the extreme routes are among them. */
    @Test
    void key_groups_are_flinks() {
        for (int groups : new int[] {1, 7, 128, 130, 32_768}) {
            BatchBuffer batches = new BatchBuffer(groups, batch -> {});
            for (int i = -500_000; i < 500_000; i++) {
                int route = i * 0x9E3779B1;
                assertThat(batches.group(route)).isEqualTo(group(route, groups));
            }
            assertThat(batches.group(Integer.MIN_VALUE)).isEqualTo(group(Integer.MIN_VALUE, groups));
            assertThat(batches.group(Integer.MAX_VALUE)).isEqualTo(group(Integer.MAX_VALUE, groups));
        }
    }

    private static List<Integer> below(int group, Set<Integer> groups) {
        return groups.stream().filter(g -> g < group).sorted().toList();
    }

    private void receive(ContributionBatch batch, int groups) {
        sizes.add(batch.size());
        assertThat(batch.groups()).isEqualTo(groups);
        AdmittedRecord record = new AdmittedRecord();
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, record);
            assertThat(group(record.route(), groups)).isEqualTo(group(batch.route(), groups));
            arrived.computeIfAbsent(unit(record), unit -> new ArrayList<>()).add(words(record));
        }
    }

    private static int group(int route, int groups) {
        return KeyGroupRangeAssignment.assignToKeyGroup(route, groups);
    }

    /** Returns a record with an id of 1 to 40 bytes and 0 to 3 contributions of 1 to 3 words. */
    private static AdmittedRecord randomRecord(Random random) {
        int unit = random.nextInt(UNITS);
        byte[] id = new byte[1 + unit];
        new Random(unit).nextBytes(id);
        AdmittedRecord record = new AdmittedRecord();
        record.start(id, random.nextLong());
        record.held(random.nextBoolean());
        for (int contributions = random.nextInt(4); contributions > 0; contributions--) {
            record.add(
                    random.nextInt(9),
                    random.nextInt(Integer.MAX_VALUE),
                    random.longs(random.nextInt(3)).toArray());
        }
        return record;
    }

    private static String unit(AdmittedRecord record) {
        return record.idLength() + " " + record.idHigh() + " " + record.idLow() + " "
                + Arrays.toString(record.longId());
    }

    private static String words(AdmittedRecord record) {
        StringBuilder words = new StringBuilder(record.time() + (record.wasHeld() ? " held:" : ":"));
        for (int at = 0; at < record.length(); at++) {
            words.append(' ').append(record.word(at));
        }
        return words.toString();
    }
}
