package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.losses.LossReport;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the times of recorded records are read, from the file through admission to the counters. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TimesOfRecordsTest {

    private static final String PIPELINE = """
            pipeline: times
            domain: {name: times}
            source: {format: FORMAT, time: at, unit: unit, TIMES}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly
                key: none
                window: {tumbling: 1h}
                release: [{count: records}]
                spend: {contributions: 6}
            """;

    @TempDir
    private Path folder;

    private DryRun.Result read(String format, String times, String records) throws Exception {
        Path file = Files.writeString(
                folder.resolve("p.yaml"), PIPELINE.replace("FORMAT", format).replace("TIMES", times));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        RecordedFile recording = RecordedFile.of(Files.writeString(folder.resolve("records"), records), pipeline);
        return new DryRun(new RecordedColumns(pipeline, recording).named(), recording, line -> {}).run();
    }

    private static void counts(RecordCounters counters, long read, long counted, long untimed, long ambiguous) {
        assertThat(counters.of(0, RecordOutcome.READ)).isEqualTo(read);
        assertThat(counters.of(0, RecordOutcome.COUNTED)).isEqualTo(counted);
        assertThat(counters.of(0, Rejection.NO_TIME)).isEqualTo(untimed);
        assertThat(counters.of(0, RecordOutcome.AMBIGUOUS)).isEqualTo(ambiguous);
    }

    /** The record at 02:30 has the first of two instants, and the one at 03:15 of the former clock comes an hour later. */
    @Test
    void local_times_of_csv_are_read_in_their_zone_and_ambiguous_ones_are_counted() throws Exception {
        String records = "at,unit\n2026-10-25 01:15,a\n2026-10-25 02:30,b\n2026-10-25 03:15,c\n25.10.2026,d\n";
        DryRun.Result result = read("csv", "time-format: 'uuuu-MM-dd HH:mm', time-zone: Europe/Berlin", records);
        counts(result.counters(), 4, 3, 1, 1);
        assertThat(result.slots().first()).isEqualTo(1792883700000L);
        assertThat(result.slots().last()).isEqualTo(1792894500000L);
    }

    @Test
    void json_is_read_like_csv() throws Exception {
        String records = """
                {"at":"2026-10-25T01:15","unit":"a"}
                {"at":"2026-10-25T02:30","unit":"b"}
                {"at":"2026-10-25T02:15Z","unit":"c"}
                {"at":1792894500000,"unit":"d"}
                {"at":null,"unit":"d"}
                """;
        counts(read("json", "time-zone: Europe/Berlin", records).counters(), 5, 4, 1, 1);
        counts(
                read("json", "time-format: iso, time-zone: Europe/Berlin", records)
                        .counters(),
                5,
                3,
                2,
                1);
        String seconds = "{\"at\":1792894500.25,\"unit\":\"d\"}\n{\"at\":1.7928945E9,\"unit\":\"d\"}\n";
        DryRun.Result result = read("json", "time-format: seconds", seconds);
        counts(result.counters(), 2, 2, 0, 0);
        assertThat(result.slots().last()).isEqualTo(1792894500250L);
    }

    @Test
    void the_report_of_losses_tells_how_many_times_are_ambiguous() throws Exception {
        String records = "{\"at\":\"2026-03-29T02:30\",\"unit\":\"a\"}\n{\"at\":\"2026-03-29T04:30\",\"unit\":\"a\"}\n";
        Path file = Files.writeString(
                folder.resolve("q.yaml"),
                PIPELINE.replace("FORMAT", "json").replace("TIMES", "time-zone: Europe/Berlin"));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        RecordCounters counters =
                read("json", "time-zone: Europe/Berlin", records).counters();
        assertThat(new LossReport(pipeline, counters, new LikelyCause(pipeline, false)).lines())
                .containsExactly(
                        "hourly: 2 records read, 2 counted",
                        "          1 of all read have a local time that its zone has twice or not at all");
    }
}
