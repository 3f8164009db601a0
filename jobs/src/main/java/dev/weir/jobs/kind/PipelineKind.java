package dev.weir.jobs.kind;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.jobs.settings.Problems;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * A kind of pipelines: how its files are read and explained, and what its job does between the admission of records and the
 * publication of rows. Source, clock, admission, publication, ledger and sinks are the same for all kinds.
 */
public interface PipelineKind {

    /** What not every kind of pipelines can be used for. */
    enum Use {
        /** Finding what bounds and accounts drop of a sample: {@code weir check}. */
        CHECK,
        /** Bounding epsilon from below by attacks: {@code weir audit}. */
        AUDIT,
        /** Writing exact totals beside a replay: {@code --reveal-exact}. */
        EXACT
    }

    /**
     * The file that is read.
     *
     * @param file the pipeline file; files that it names are relative to it
     * @param purpose the purpose for which it is read
     * @param problems collects the problems of the file
     */
    record FileContext(Path file, Purpose purpose, Problems problems) {}

    /**
     * The records of a job that have been admitted.
     *
     * @param records the admitted records, with the side outputs of admission
     * @param ticks a stream without records whose watermarks follow the wall clock, or the records themselves
     */
    record Admitted(SingleOutputStreamOperator<ContributionBatch> records, DataStream<ContributionBatch> ticks) {}

    /**
     * What a sample of records shows of a pipeline. All of it is exact, for those who may see the records. A sample gets
     * every line of a recording, and the batches of the records that admission takes.
     */
    interface Sample {

        /**
         * Receives a line.
         *
         * @param line the bytes of the line, without its end
         * @param stamp the clock time of the line's slot, epoch milliseconds
         */
        void line(byte[] line, long stamp);

        /**
         * Receives admitted records.
         *
         * @param batch the records; it is reused as soon as the call returns
         */
        void pass(ContributionBatch batch);

        /** Ends the sample, and returns what became of the records that admission took. */
        RecordCounters finish();

        /** Returns what the sample shows, line by line. It must have been ended. */
        List<String> lines();

        /** Returns what is likely to be a mistake, line by line. It must have been ended. */
        List<String> warnings();
    }

    /**
     * Returns the field that names the kind of a file.
     *
     * @param word the word of the kind
     */
    static Field<String> field(String word) {
        return Field.of(
                "kind",
                Literals.choice(List.of(word), word),
                "what the job does with records: `aggregate` (default) releases noisy aggregates of them, "
                        + "[`encode`](local-gateway.md#a-gateway) draws a local report of each, "
                        + "[`reports`](local.md#estimates) estimates from such reports, [`votes`](votes.md) publishes noisy"
                        + " winners of votes of teachers");
    }

    /**
     * The exact rows that a replay has revealed beside what it released.
     *
     * @param file the file with the rows, in a private folder that is not yet in its place
     * @param rows the number of exact rows
     * @param released the number of rows that were released
     * @param withheld the number of rows that were withheld
     */
    record Exact(Path file, long rows, long released, long withheld) {}

    /** Returns the word by which a file names this kind. */
    String word();

    /** Returns the fields of a file of this kind, {@link #field} among them. */
    Shape shape();

    /**
     * Reads a file.
     *
     * @param root the whole file
     * @param context the file's name and purpose
     * @throws InvalidPipeline with all problems of the file
     */
    Pipeline read(Section root, FileContext context);

    /**
     * Returns the settings that are allowed but unwise, one line each, in the form of problems.
     *
     * @param root the whole file, in which no problem has been noted
     * @param pipeline what was read from it
     * @param purpose the purpose for which it was read
     */
    List<String> warnings(Section root, Pipeline pipeline, Purpose purpose);

    /**
     * Returns what {@code explain} says of a pipeline, and {@code card.json}.
     *
     * @param pipeline a pipeline of this kind
     */
    Card card(Pipeline pipeline);

    /**
     * Returns the reader of a pipeline's records. It also says when a record was made, for the clock of a recording.
     *
     * @param pipeline a pipeline of this kind, with the names of its columns
     */
    PayloadReader reader(Pipeline pipeline);

    /**
     * Adds to a job what is between admission and publication, and publishes its rows by {@link ReleaseTopology#publish}.
     *
     * @param pipeline a pipeline of this kind
     * @param topology the operators that all kinds share
     * @param admitted the admitted records
     * @param ports the destinations of the results
     */
    void connect(Pipeline pipeline, ReleaseTopology topology, Admitted admitted, ReleaseTopology.Ports ports);

    /**
     * Begins a sample of a pipeline's records.
     *
     * @param pipeline a pipeline of this kind, with the names of its columns
     * @param schedule the windows that the sample covers
     * @throws IllegalStateException if this kind refuses {@link Use#CHECK}
     */
    default Sample sample(Pipeline pipeline, Schedule schedule) {
        throw new IllegalStateException("kind " + word() + " takes no sample");
    }

    /**
     * Whether a run of a pipeline spends a budget, so that a second run over the same records has to be asked for. It does not
     * where all that is published is post-processing of records that are private already.
     */
    default boolean spends() {
        return true;
    }

    /**
     * Returns how long before the end of its window a row may be published, in milliseconds; 0 if no row is published before
     * its window has closed.
     *
     * @param pipeline a pipeline of this kind
     */
    default long aheadMillis(Pipeline pipeline) {
        return 0;
    }

    /**
     * Checks the exact rows of a replay, and writes beside them what else this kind reveals.
     *
     * @param pipeline a pipeline of this kind
     * @param exact the exact rows
     * @throws IllegalStateException if a row lacks its exact one
     * @throws IOException if a file cannot be read or written
     */
    default void reveal(Pipeline pipeline, Exact exact) throws IOException {
        if (exact.rows() != exact.released() + exact.withheld()) {
            throw new IllegalStateException("every row must have an exact one, had " + exact.rows() + " of "
                    + (exact.released() + exact.withheld()) + ": please report this");
        }
    }

    /** Returns the names of the files that {@link #reveal} writes. A replay that reveals nothing deletes those of an earlier one. */
    default List<String> revealed() {
        return List.of();
    }

    /**
     * Returns the page that a replay writes beside its rows; empty if this kind has none.
     *
     * @param card the card of the pipeline
     * @param released the released rows
     * @param revealsExact whether exact totals are beside them
     * @throws IOException if the rows cannot be read
     */
    Optional<String> page(Card card, Path released, boolean revealsExact) throws IOException;

    /**
     * Returns why pipelines of this kind cannot be used for something, in words that follow the name of the kind; empty if
     * they can.
     *
     * @param use what they are used for
     */
    Optional<String> refusal(Use use);

    /**
     * Returns why a pipeline of this kind cannot be used for something, in words that follow the name of the kind; empty if it
     * can.
     *
     * @param use what it is used for
     * @param pipeline the pipeline
     */
    default Optional<String> refusal(Use use, Pipeline pipeline) {
        return refusal(use);
    }
}
