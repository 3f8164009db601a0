package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.testing.Completion;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that states and ledgers of older builds can be opened. The files are never written again. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerCorpusTest {

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void forget() {
        LedgerCorpus.SHOWN.clear();
    }

    private static Path corpus(String name) throws Exception {
        return Path.of(Objects.requireNonNull(LedgerCorpusTest.class.getResource("/corpus/" + name))
                .toURI());
    }

    @ParameterizedTest
    @CsvSource({"publish-2.state, ledger-1", "publish-4.state, ledger-2"})
    void a_state_of_any_format_with_a_ledger_goes_on_where_its_ledger_ends(String state, String written)
            throws Exception {
        Path ledger = folder.resolve("ledger");
        FileUtils.copy(
                new org.apache.flink.core.fs.Path(corpus(written).toUri()),
                new org.apache.flink.core.fs.Path(ledger.toUri()),
                false);
        var publish = LedgerCorpus.publish(ledger);
        publish.initializeState(corpus(state).toString());
        publish.open();
        publish.processElement(LedgerCorpus.row(4), 0);
        publish.snapshot(9, 9);
        Completion.settled(publish, 9);
        publish.close();
        assertThat(LedgerCorpus.SHOWN)
                .containsExactly("2: test/q/1/a/7200000 -2", "3: test/q/1/a/10800000 -3", "4: test/q/1/a/14400000 -4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"publish-2.state", "publish-4.state"})
    void a_state_with_a_ledger_is_refused_by_a_job_without_one(String state) throws Exception {
        var publish = LedgerCorpus.publish(LedgerAccess.none(World.PIPELINE));
        assertThatThrownBy(() -> publish.initializeState(corpus(state).toString()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_UNUSABLE: the state belongs to a job with a ledger");
        publish.close();
    }

    /** A chain that began with such a state would have no record of what had been published before. */
    @ParameterizedTest
    @ValueSource(strings = {"publish-1.state", "publish-3.state"})
    void a_state_that_was_written_without_a_ledger_is_refused_by_a_job_with_one(String state) throws Exception {
        var publish = LedgerCorpus.publish(folder.resolve("ledger"));
        assertThatThrownBy(() -> publish.initializeState(corpus(state).toString()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_UNUSABLE: the state belongs to a job without a ledger");
        publish.close();
        assertThat(LedgerCorpus.SHOWN).isEmpty();
    }
}
