package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerReadings.HandedOn;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests in a topic of a real broker when a job goes on from what its submission has read of the ledger. */
@ExtendWith(BrokerExtension.class)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class HandedReadingIT {

    private final CutDomain domain;
    private final LedgerTopics topics;

    HandedReadingIT(EmbeddedBroker broker) {
        this.domain = new CutDomain(broker.address());
        this.topics = new LedgerTopics(broker.address());
    }

    private static WantedDigests nothingOf(String pipeline) {
        return new WantedDigests(pipeline, Set.of(), 0);
    }

    /** Requires whether another ledger object goes on from what was read, and that it then has what everything says. */
    private void assertGoesOn(boolean goesOn, HandedOn read) throws Exception {
        LedgerReader reader =
                LedgerReader.goingOn(read.ledger(), domain.name, nothingOf("p")).orElseThrow();
        try (Ledger ledger = domain.open("p")) {
            assertThat(ledger.readBehind(read.place(), reader)).isEqualTo(goesOn);
            LedgerReader whole = new LedgerReader(domain.name, nothingOf("p"));
            ledger.read(whole);
            if (goesOn) {
                assertThat(reader.view()).isEqualTo(whole.view());
            }
        }
    }

    @Test
    void a_job_goes_on_from_what_its_submission_has_read_until_snapshots_or_a_cut_come_between() throws Exception {
        JournalState first = domain.run("p", "first", domain.empty("p"), 1).get(1);
        HandedOn handed = domain.handed("p", first);
        assertGoesOn(true, handed);
        JournalState other =
                domain.run("q", "another pipeline", domain.empty("q"), 1).get(1);
        domain.snapshot();
        assertGoesOn(true, handed);
        HandedOn late = domain.handed("p", first);
        domain.run("q", "next", other, 2);
        domain.snapshot();
        assertGoesOn(false, handed); // the older of two snapshots stands behind it
        assertGoesOn(true, late);
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            domain.deleteBefore(cut.look().before());
        }
        assertGoesOn(false, late);
        HandedOn newest = domain.handed("p", first);
        assertThat(domain.startBehind(newest, CutDomain.request("p", "second"), first))
                .isInstanceOf(StartStep.Go.class);
        assertGoesOn(true, newest);
    }

    /** A place behind records that a reader has not received would have the job pass them over. */
    @Test
    void a_place_is_given_for_the_reader_that_has_received_all_up_to_it_and_no_other() throws Exception {
        domain.run("p", "first", domain.empty("p"), 1);
        try (Ledger ledger = domain.open("p")) {
            LedgerReader first = new LedgerReader(domain.name, nothingOf("p"));
            LedgerReader second = new LedgerReader(domain.name, nothingOf("p"));
            ledger.read(first);
            assertThat(ledger.reached(first)).isPresent();
            ledger.read(second);
            assertThat(ledger.reached(first)).isEmpty();
            assertThat(ledger.reached(second)).isPresent();
        }
    }

    /** What was handed on still says what was spent; the topic does not, and decides. */
    @Test
    void a_job_goes_on_from_no_reading_of_a_topic_that_was_deleted_and_made_again() throws Exception {
        JournalState first = domain.run("p", "first", domain.empty("p"), 1).get(1);
        HandedOn handed = domain.handed("p", first);
        topics.delete(domain.topic);
        topics.records(domain.topic);
        assertThatThrownBy(() -> domain.startBehind(handed, CutDomain.request("p", "second"), domain.empty("p")))
                .hasStackTraceContaining("LEDGER_BEHIND");
    }
}
