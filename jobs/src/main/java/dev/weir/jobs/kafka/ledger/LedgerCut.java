package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.archive.ArchiveHead;
import dev.weir.jobs.archive.ArchiveWriter;
import dev.weir.jobs.archive.CutPlace;
import dev.weir.jobs.archive.CutPlace.Place;
import dev.weir.jobs.archive.CutProof;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.kafka.ledger.log.LogStart;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Archives the first records of a domain's ledger, and cuts them off.
 *
 * <p><b>Guarantee.</b> Nothing is refunded and no start is refused that was not refused before. A cut deletes only records that are in an archive,
 * and only before the older of two snapshots that have been recomputed; {@link CutProof} says what is shown before it. The log only grows
 * meanwhile, so what was shown of its end still holds when its start is deleted. What a cut leaves begins at a barrier with its snapshot, from
 * which a second one is recomputed by every reading.
 *
 * <p><b>Beside running jobs.</b> A job that runs reads nothing from the start of the log, and no pipeline's id is taken. A start that has read
 * what goes has read nothing that is not true any more; one that is reading while it goes fails, and is repeated. The domain's id is taken
 * before the last proof, as for every decision about a domain: a start that holds it then cannot write, and begins again.
 *
 * <p><b>Kills.</b> An archive has an end only once it is whole, and a cut is one request. Both commands can be repeated at any time: an archive
 * into another file, a cut with the same one.
 */
public final class LedgerCut implements AutoCloseable {

    private final String domain;
    private final String topic;
    private final KafkaLedger ledger;
    private final Passing passing;

    /** The moments of the work at which a test may end it. */
    enum Moment {
        FOUND,
        CREATED,
        RECORD,
        WRITTEN,
        FINISHED,
        PROVEN,
        TAKEN,
        DELETED
    }

    /** Receives the moments of the work. */
    interface Passing {

        void pass(Moment moment);
    }

    LedgerCut(Pipeline pipeline, Passing passing) throws IOException {
        this.domain = pipeline.plan().domain();
        this.topic = pipeline.sink().ledger();
        this.passing = passing;
        this.ledger = KafkaLedger.decided(pipeline);
    }

    /**
     * Opens the ledger of a domain. Nothing is written.
     *
     * @param pipeline a pipeline of the domain
     * @throws IOException if the brokers cannot be reached
     */
    public static LedgerCut of(Pipeline pipeline) throws IOException {
        return new LedgerCut(pipeline, moment -> {});
    }

    /**
     * Finds the records that may be cut off.
     *
     * @throws CommandFailure if there are none
     * @throws StartRefused if the ledger is no whole ledger
     * @throws IOException if the brokers cannot be reached
     */
    public Place look() throws IOException, InterruptedException {
        CutPlace found = CutPlace.of(domain);
        read(found);
        requireWhole(found.view());
        Place place = found.place()
                .orElseThrow(() -> new CommandFailure(
                        CommandFailure.FAILED,
                        "nothing can be cut: the ledger in topic " + topic
                                + " has no two snapshots, which its pipelines write while they run"));
        if (place.records() == 0) {
            throw new CommandFailure(
                    CommandFailure.FAILED,
                    "nothing can be cut: the ledger in topic " + topic
                            + " begins at the older of its two newest snapshots");
        }
        passing.pass(Moment.FOUND);
        return place;
    }

    private static void requireWhole(LedgerView view) {
        view.broken().ifPresent(broken -> {
            throw LedgerStart.refused(broken);
        });
    }

    /**
     * Writes the records that may be cut off to a new file, and requires that they could be cut off with it.
     *
     * @param place what {@link #look} has found
     * @param file the file, which must not exist
     * @throws CommandFailure if the file exists, or does not stand for what is to go
     * @throws IOException if the brokers cannot be reached, or the file cannot be written
     */
    public void archive(Place place, Path file) throws IOException, InterruptedException {
        ArchiveHead head = new ArchiveHead(domain, topic, place.from(), place.before());
        try (ArchiveWriter writer = ArchiveWriter.create(file, head)) {
            passing.pass(Moment.CREATED);
            read(watched(writer));
            passing.pass(Moment.WRITTEN);
            writer.finish();
        }
        passing.pass(Moment.FINISHED);
        prove(file);
    }

    private LedgerRecords watched(ArchiveWriter writer) {
        return new ForwardingRecords(writer) {

            @Override
            public void accept(byte[] bytes) {
                passing.pass(Moment.RECORD);
                super.accept(bytes);
            }
        };
    }

    /**
     * Requires that the records of an archive may be cut off.
     *
     * @param file the archive
     * @return how many of them the ledger still has; 0 if they have been cut off already
     * @throws CommandFailure if the archive is not whole, or they may not be cut off, with the reason
     * @throws IOException if the brokers cannot be reached, or the file cannot be read
     */
    public long prove(Path file) throws IOException, InterruptedException {
        try (CutProof proof = CutProof.of(file, domain)) {
            read(proof);
            proof.require();
            passing.pass(Moment.PROVEN);
            return proof.left();
        }
    }

    /**
     * Cuts off the records of an archive, after another proof, and reads the ledger once more.
     *
     * @param file the archive
     * @throws CommandFailure if they may not be cut off, with the reason
     * @throws StartRefused if the ledger is no whole ledger afterwards
     * @throws IOException if the brokers cannot be reached, or the file cannot be read
     */
    public void cut(Path file) throws IOException, InterruptedException {
        ledger.takeDomain();
        passing.pass(Moment.TAKEN);
        try (CutProof proof = CutProof.of(file, domain)) {
            read(proof);
            proof.require();
            LogStart.moveTo(ledger.log(), proof.head().before());
        }
        passing.pass(Moment.DELETED);
        ledger.releaseDomain();
        CutPlace after = CutPlace.of(domain);
        read(after);
        requireWhole(after.view());
    }

    private void read(LedgerRecords records) throws IOException, InterruptedException {
        try {
            ledger.read(records);
        } catch (UncheckedIOException e) {
            throw new IOException("the archive cannot be read or written", e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
