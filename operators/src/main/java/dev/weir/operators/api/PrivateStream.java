package dev.weir.operators.api;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.result.BinaryRowFormat;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of records about people. It gives access to noisy releases only, and not to the records.
 *
 * <pre>{@code
 * PrivateStream<Order> orders = PrivateStream.of(stream)
 *         .timedBy(Order::time, TimeBounds.of(Duration.ZERO, Duration.ofDays(31)), schedule)   // when, by which clock
 *         .protecting(PrivacyUnit.USER_PER_DAY, "customer", Order::customer)               // whom
 *         .within("shop", new Budget.Pure(BigDecimal.ONE));                                // how well
 * }</pre>
 *
 * <p><b>Guarantee.</b> Two streams are neighbours if one is the other with all records of one privacy unit replaced by empty slots, which
 * keep their places and times and hold nothing. Everything that {@link #release} ever publishes, over restarts and restores, is
 * differentially private for these neighbours within the budget, whatever the queries are, because all of it is charged to the unit's
 * account in the gate. See {@code docs/guarantee.md}.
 *
 * <p>The number of records is public. For each record, the parallel part of the stream that contains it and its position there are public
 * too. Therefore begin the private stream before any key, filter or join that reads private fields.
 *
 * <p>A job has one private stream and one release, because all queries share the budget.
 *
 * @param <T> the record
 */
public sealed class PrivateStream<T> permits PrivateStream.WithDelta {

    private final TimedStream<T> timed;
    private final Protection<T> protection;
    private final LedgerChoice ledger;

    private PrivateStream(TimedStream<T> timed, Protection<T> protection, LedgerChoice ledger) {
        this.timed = timed;
        this.protection = protection;
        this.ledger = ledger;
    }

    /**
     * Begins a private stream. The next call sets the clock.
     * @param <T> the record
     * @param stream the records, before any key, filter or join that reads private fields
     */
    public static <T> Untimed<T> of(DataStream<T> stream) {
        return new Untimed<>(stream);
    }

    /**
     * Begins a query. A query has no effect until it is passed to {@link #release}.
     * @param name the name of the query, unique within the stream and part of the id of its releases: not blank, without a slash
     */
    public UnkeyedQuery<T> query(String name) {
        return new UnkeyedQuery<>(name, 1, record -> true);
    }

    /**
     * Keeps the ledger in another place than the default, a folder {@code weir-ledger} beside the checkpoints. {@code
     * dev.weir.jobs.kafka.ledger.KafkaLedger.of(properties, topic)} keeps it in a Kafka topic.
     *
     * <p>A new place means a new ledger, and therefore a new budget. The first start of a domain in a place is logged as a warning that
     * names the place. A Kafka topic is refused if the domain has started with another topic on the same brokers.
     *
     * <p>The default is for the only pipeline of a domain. It needs checkpoints on a file system with hard links, and any other store is
     * refused. Its ledger refuses a job that runs again without its state. If the job is started with {@code -Dweir.again=true}, it gets
     * another ledger beside the first one and spends the budget once more.
     *
     * @param access where the ledger is, the name of this pipeline, and the budget of the domain if it has several
     */
    public PrivateStream<T> keepingLedger(LedgerAccess access) {
        return new PrivateStream<>(timed, protection, (checkpoints, plan) -> access);
    }

    /**
     * Keeps no ledger. A job that is started a second time, without its state or from older state, is then not refused. Each of these
     * starts spends every unit's budget once more, and releases a second value for the same windows.
     */
    public PrivateStream<T> withoutLedger() {
        return new PrivateStream<>(timed, protection, LedgerChoice.NONE);
    }

    /**
     * Returns the plan of some queries, with the share and price of each. A plan is public. It is for explanations and tests.
     * @param queries at least one, with distinct names
     * @throws IllegalArgumentException if the shares add up to more than 1, or two queries have the same name
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Plan plan(PrivateQuery<T>... queries) {
        return protection.plan(timed, Arrays.stream(queries).toList());
    }

    /**
     * Adds the operators that bound, aggregate, add noise and publish, for all queries at once.
     *
     * <p>A row appears in the returned streams only after the checkpoint that contains it has completed, and its values never change, so
     * any sink is safe. If the start is refused, {@code execute} throws an exception with a {@link
     * dev.weir.operators.state.restore.StartRefused} among its causes; a thread without a handler for uncaught exceptions prints it as one
     * line. With exactly-once checkpoints a row takes effect once downstream. A sink that writes before checkpoints complete may receive a
     * row again after a failure, with the same values.
     *
     * @param queries the queries, at least one, with distinct names
     * @throws IllegalArgumentException if the shares add up to more than 1, two queries have the same name, there are too many windows
     *     times keys, or the environment's settings would break the guarantee
     * @throws IllegalStateException if the job has a release already
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Released release(PrivateQuery<T>... queries) {
        List<PrivateQuery<T>> all = Arrays.stream(queries).toList();
        Spool spool = new StreamRelease<>(timed, protection.decoder(all), protection.plan(timed, all), ledger).attach();
        DataStream<PublishedRow> rows = spool.rows(timed.stream().getExecutionEnvironment());
        return new Released(BinaryRowFormat.releases(rows), BinaryRowFormat.withheld(rows), spool.counters());
    }

    /**
     * A private stream whose budget has a delta, so that its queries may discover keys.
     * @param <T> the record
     */
    public static final class WithDelta<T> extends PrivateStream<T> {

        private WithDelta(TimedStream<T> timed, Protection<T> protection, LedgerChoice ledger) {
            super(timed, protection, ledger);
        }

        @Override
        public UnkeyedQuery.WithDelta<T> query(String name) {
            return new UnkeyedQuery.WithDelta<>(name, 1, record -> true);
        }

        @Override
        public WithDelta<T> keepingLedger(LedgerAccess access) {
            return new WithDelta<>(super.timed, super.protection, (checkpoints, plan) -> access);
        }

        @Override
        public WithDelta<T> withoutLedger() {
            return new WithDelta<>(super.timed, super.protection, LedgerChoice.NONE);
        }
    }

    /**
     * The results of a release.
     * @param releases noisy values for every declared key in every window, except where the key's account refuses
     * @param withheld the keys and windows for which the key's account has refused
     * @param privateCounters the URI of a file below the checkpoint folder. It holds the number of records with each outcome for every
     *     query, in lines {@code QUERY/COUNTER NUMBER}, as of the last completed checkpoint. A job that is built again continues the counts
     *     in a new file. The numbers are exact figures about people, so only those who may see the records may see them
     */
    public record Released(DataStream<Release> releases, DataStream<Withheld> withheld, String privateCounters) {}

    /**
     * A stream whose clock is not set yet.
     * @param <T> the record
     */
    public static final class Untimed<T> {

        private final DataStream<T> stream;

        private Untimed(DataStream<T> stream) {
            this.stream = stream;
        }

        /**
         * Lets the records' own event times move the clock. All event times are then public, and the person who builds the job is
         * responsible for them. A window closes when a record arrives whose time is later than the window's end by at least the delay.
         *
         * @param time reads a record's event time
         * @param timing the delay and the skew that decide when a record is too late or too early
         * @param schedule which windows are released; it is public and must not depend on the records
         */
        public Unprotected<T> timedBy(Field<T, Instant> time, TimeBounds timing, Schedule schedule) {
            return new Unprotected<>(new TimedStream<>(stream, time, timing, schedule, null));
        }
    }

    /**
     * A stream whose privacy unit is not set yet.
     *
     * @param <T> the record
     */
    public static final class Unprotected<T> {

        private final TimedStream<T> timed;

        private Unprotected(TimedStream<T> timed) {
            this.timed = timed;
        }

        /**
         * Makes a parallel part of the stream idle after some time without records. An idle part does not keep windows open, so its later
         * records may find their windows closed.
         *
         * @param idle the time without a record, above 0, by the wall clock
         * @throws IllegalArgumentException if {@code idle} is not above 0
         */
        public Unprotected<T> idleAfter(Duration idle) {
            return new Unprotected<>(timed.idleAfter(idle));
        }

        /**
         * Protects all records of one user in one period, or over the whole life of the domain.
         *
         * <p>The name identifies the kind of ids. State and ledger contain the name, and a job with another name is refused, because
         * accounts for other ids would give every user a new budget. Keep the name as long as {@code user} reads the same ids, even from
         * another field. If {@code user} reads other ids, use another domain; a user's losses in two domains add up. Weir cannot check
         * which ids {@code user} reads.
         *
         * @param unit for how long a user is one unit, such as {@code PrivacyUnit.USER_PER_DAY.in("Asia/Kolkata")}; not {@link
         *     PrivacyUnit#EVENT}
         * @param name the public name of the kind of ids, such as "customer"; not blank
         * @param user reads the id of the user whom the record is about: at most 256 bytes of UTF-8
         * @throws IllegalArgumentException if the unit is {@link PrivacyUnit#EVENT}, or the name is blank
         */
        public Unbudgeted<T> protecting(PrivacyUnit unit, String name, Field<T, String> user) {
            if (unit.isEvent()) {
                throw new IllegalArgumentException("unit must be a user's, was EVENT: say protectingEachRecord()");
            }
            if (name.isBlank()) {
                throw new IllegalArgumentException("name of the ids must not be blank");
            }
            return new Unbudgeted<>(timed, unit, user, UnitName.of(name));
        }

        /** Protects each record separately, which is not enough if a person has several records. */
        public Unbudgeted<T> protectingEachRecord() {
            return new Unbudgeted<>(timed, PrivacyUnit.EVENT, null, UnitName.NONE);
        }
    }

    /**
     * A stream whose budget is not set yet.
     *
     * @param <T> the record
     */
    public static final class Unbudgeted<T> {

        private final TimedStream<T> timed;
        private final PrivacyUnit unit;
        private final @Nullable Field<T, String> user;
        private final UnitName name;

        private Unbudgeted(TimedStream<T> timed, PrivacyUnit unit, @Nullable Field<T, String> user, UnitName name) {
            this.timed = timed;
            this.unit = unit;
            this.user = user;
            this.name = name;
        }

        /**
         * Sets the largest privacy loss of one unit by all queries of this job together.
         * @param domain the name of the protected stream, which all jobs that read it share: not blank, without a slash
         * @param budget the budget; pure epsilon makes the noise Laplace, the other kinds make it Gaussian
         */
        public PrivateStream<T> within(String domain, Budget budget) {
            return new PrivateStream<>(timed, protection(domain, budget), LedgerChoice.BESIDE_CHECKPOINTS);
        }

        /**
         * Sets the largest privacy loss of one unit, with a delta of which a part may pay for keys that nobody declares.
         * @param domain the name of the protected stream
         * @param budget the budget; the noise is Gaussian, unless keys have the whole delta
         */
        public WithDelta<T> within(String domain, Budget.Approximate budget) {
            return new WithDelta<>(timed, protection(domain, budget), LedgerChoice.BESIDE_CHECKPOINTS);
        }

        /**
         * Sets the largest privacy loss of one unit, as {@link #within(String, Budget.Approximate)}.
         * @param domain the name of the protected stream
         * @param budget the budget; the noise is Gaussian
         */
        public WithDelta<T> within(String domain, Budget.Concentrated budget) {
            return new WithDelta<>(timed, protection(domain, budget), LedgerChoice.BESIDE_CHECKPOINTS);
        }

        private Protection<T> protection(String domain, Budget budget) {
            return new Protection<>(unit, user, name, domain, budget);
        }
    }
}
