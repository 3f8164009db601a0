package dev.weir.jobs.replay.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.JsonFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SortedRecordingTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** Lines with a time from -50 to 49, hence many of one time, and their numbers. */
    private static List<String> shuffled(int count) {
        SplittableRandom random = new SplittableRandom(271_828);
        return IntStream.range(0, count)
                .mapToObj(i -> random.nextInt(-50, 50) + " " + i + "x".repeat(random.nextInt(40)))
                .toList();
    }

    private static long time(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    private static long time(byte[] line) {
        return time(text(line));
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }

    private Recording recording(List<String> lines) throws IOException {
        return new RecordedFile(Files.write(dir.resolve("lines"), lines), new JsonFormat(), 1000);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            return all.filter(path -> !path.equals(dir)).toList();
        }
    }

    private static List<String> read(Recording recording) throws Exception {
        List<String> lines = new ArrayList<>();
        recording.forEach(line -> lines.add(text(line)));
        return lines;
    }

    /**
     * 5000 lines of about 90 bytes with the object around them: in memory at once, in a few files, in files that are merged once before the
     * end (about 110 and 16), and in files that are merged twice (one a line).
     */
    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 1 << 16, 28_000, 1 << 12, 1})
    void lines_are_in_the_order_of_their_times_and_those_of_one_time_in_that_of_the_file(long memory) throws Exception {
        List<String> lines = shuffled(5_000);
        try (SortedRecording sorted = SortedRecording.of(recording(lines), SortedRecordingTest::time, dir, memory)) {
            List<String> expected = lines.stream()
                    .sorted(Comparator.comparingLong(SortedRecordingTest::time))
                    .toList();
            assertThat(read(sorted)).isEqualTo(expected);
            assertThat(read(sorted)).as("read again").isEqualTo(expected);
            assertThat(sorted.path()).isEqualTo(dir.resolve("lines"));
        }
        assertThat(files()).containsExactly(dir.resolve("lines"));
    }

    /** A file holds what fits the memory, beside 64 bytes for each line, and after a merge what 16 files hold. */
    @Test
    void memory_holds_no_more_than_its_bound_and_no_more_files_are_left_than_can_be_merged() throws Exception {
        int memory = 1 << 14;
        try (SortedRecording sorted =
                SortedRecording.of(recording(shuffled(3_000)), SortedRecordingTest::time, dir, memory)) {
            List<Path> runs = files().stream()
                    .filter(path -> path.getFileName().toString().startsWith("run-"))
                    .toList();
            assertThat(runs).hasSizeBetween(1, LineSort.MOST_RUNS - 1).allSatisfy(run -> assertThat(Files.size(run))
                    .isLessThanOrEqualTo((long) LineSort.MOST_RUNS * memory));
            assertThat(runs).allSatisfy(run -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(run.getParent())))
                    .isEqualTo("rwx------"));
            sorted.forEach(line -> false);
        }
    }

    @Test
    void a_line_longer_than_the_memory_and_an_empty_one_and_none_at_all_are_sorted_too() throws Exception {
        List<String> lines = List.of("b".repeat(900), "", "a", "");
        try (SortedRecording sorted =
                SortedRecording.of(recording(lines), line -> line.length == 0 ? Long.MIN_VALUE : line[0], dir, 100)) {
            assertThat(read(sorted)).containsExactly("", "", "a", lines.get(0));
        }
        try (SortedRecording sorted = SortedRecording.of(recording(List.of()), line -> 0, dir)) {
            assertThat(read(sorted)).isEmpty();
        }
    }

    @Test
    void a_recording_that_cannot_be_read_to_its_end_leaves_no_file() throws Exception {
        Recording lines = recording(shuffled(1_000));
        Recording broken = new Recording() {
            @Override
            public Path path() {
                return lines.path();
            }

            @Override
            public void forEach(LineTaker taker) throws IOException, InterruptedException {
                lines.forEach(taker);
                throw new IOException("cut short");
            }
        };
        assertThatThrownBy(() -> SortedRecording.of(broken, SortedRecordingTest::time, dir, 1 << 12))
                .hasMessage("cut short");
        assertThat(files()).containsExactly(dir.resolve("lines"));
    }

    @Test
    void a_temporary_file_that_is_cut_short_ends_the_replay() throws Exception {
        try (SortedRecording sorted =
                SortedRecording.of(recording(shuffled(1_000)), SortedRecordingTest::time, dir, 1 << 14)) {
            Path run = files().stream()
                    .filter(path -> path.getFileName().toString().startsWith("run-"))
                    .findFirst()
                    .orElseThrow();
            sorted.forEach(line -> {
                Files.write(run, new byte[3]);
                return false;
            });
            assertThatThrownBy(() -> read(sorted))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut short");
        }
    }
}
