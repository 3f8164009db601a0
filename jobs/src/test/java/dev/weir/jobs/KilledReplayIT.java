package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares a replay whose tasks are killed in the middle with an undisturbed one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class KilledReplayIT {

    private Path folder;

    private Visible undisturbed;

    @BeforeAll
    void replay_undisturbed(EmbeddedBroker broker, @TempDir Path kept) throws Exception {
        folder = kept;
        undisturbed = new MadeUpReplay(broker, "undisturbed", folder).run("hashmap", Faults.none());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    @Timeout(600)
    void killed_four_times_it_releases_every_context_once_and_the_same_totals(
            String stateBackend, EmbeddedBroker broker) throws Exception {
        try (LogCapture log = LogCapture.into(folder.resolve(stateBackend + ".log"))) {
            Visible killed = new MadeUpReplay(broker, "killed-" + stateBackend, folder)
                    .run(stateBackend, Faults.at(0.25, 0.5, 0.75));
            assertThat(killed.released().keySet()).isEqualTo(killed.due());
            assertThat(killed.released().values())
                    .allSatisfy(values -> assertThat(values).hasSize(1));
            assertThat(killed.copies()).isGreaterThan(killed.due().size());
            assertThat(killed.exact().keySet()).isEqualTo(killed.due());
            assertThat(killed.exact()).isEqualTo(undisturbed.exact());
            assertThat(killed.counters()).isEqualTo(undisturbed.counters()).contains("\"BELOW_FLOOR\":0");
            assertThat(killed.letters()).isEqualTo(undisturbed.letters());
            assertThat(log.text()).contains("failed on purpose");
            Containment.assertNoneIn(log.text(), killed.released().toString());
        }
    }
}
