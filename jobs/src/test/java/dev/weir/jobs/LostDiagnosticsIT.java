package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.util.FileUtils;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@code weir run} continues if dead letters cannot be delivered or counters cannot be written. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LostDiagnosticsIT {

    private static final String TOPIC = "lost-diagnostics";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(600)
    void a_job_goes_on_without_its_dead_letter_topic_and_its_private_folder(EmbeddedBroker broker) throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, TOPIC, folder);
        job.send(List.of(RunningPipeline.good()));
        try (WeirProcess weir = job.start()) {
            job.awaitCounters(weir, "\"counted\":1}");
            delete(broker, TOPIC + "-dead-letter");
            job.send(Map.of(), Collections.nCopies(100, job.record(new byte[100_000])));
            job.send(List.of(RunningPipeline.good()));
            job.awaitCounters(weir, "\"read\":102,", "\"counted\":2}");
            Path secrets = job.out().resolve("private");
            replaceByFile(secrets, job.out().resolve("moved"));
            int before = job.released();
            job.await(weir, () -> job.released() > before + 8);
            assertThat(weir.stop("TERM")).isEqualTo(143);
        }
    }

    /** Moves a folder, and puts a file in its place. The job makes the folder again if it writes counters between the two. */
    private static void replaceByFile(Path folder, Path moved) throws Exception {
        Files.move(folder, moved);
        while (!Files.isRegularFile(folder)) {
            try {
                Files.createFile(folder);
            } catch (FileAlreadyExistsException e) {
                FileUtils.deleteDirectory(folder.toFile());
            }
        }
    }

    private static void delete(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.deleteTopics(Set.of(topic)).all().get();
        }
    }
}
