package dev.weir.benchmarks;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import dev.weir.operators.topology.ReleaseTopology;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** The jobs that are compared, each on the same stream of events with its watermarks. */
enum Jobs {
    /** (a) Plain Flink: count and sum per key and window, without any privacy guarantee. */
    PLAIN {
        @Override
        void attach(DataStream<Event> events, Load load) {
            events.keyBy(event -> event.key, Types.INT)
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(Load.WINDOW_MILLIS)))
                    .aggregate(
                            new CountAndSum(), Types.TUPLE(Types.LONG, Types.LONG), Types.TUPLE(Types.LONG, Types.LONG))
                    .sinkTo(new DiscardingSink<>());
        }
    },
    /** (b) Plain Flink: distinct units per key and window. This bounds the records of a unit, without any privacy guarantee. */
    DISTINCT {
        @Override
        void attach(DataStream<Event> events, Load load) {
            events.keyBy(event -> event.key, Types.INT)
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(Load.WINDOW_MILLIS)))
                    .aggregate(new DistinctUnits(), DistinctUnits.SET, Types.LONG)
                    .sinkTo(new DiscardingSink<>());
        }
    },
    /** (c) Weir: count and sum per key and window with unit accounts. */
    WEIR {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, query("q", load.keys(), WINDOW, Bounds.NONE));
        }
    },
    /** Weir with a mean in addition to count and sum. */
    WEIR_MEAN {
        @Override
        void attach(DataStream<Event> events, Load load) {
            Mean mean = new Mean("mean", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100));
            release(events, load, query(load.keys(), List.of(mean)));
        }
    },
    /** Weir with quantiles over a tree of 256 leaves in addition to count and sum. */
    WEIR_QUANTILES {
        @Override
        void attach(DataStream<Event> events, Load load) {
            ValueGrid values = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(255), BigDecimal.ONE);
            Quantiles median = Quantiles.of(BigDecimal.ONE, values, List.of(OrderStatistic.median("median")));
            release(events, load, query(load.keys(), List.of(median)));
        }
    },
    /** Weir with at most four keys of a unit in a window: measures the cost of remembering these keys. */
    WEIR_CAPPED {
        @Override
        void attach(DataStream<Event> events, Load load) {
            Bounds bounds = new Bounds(4, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED);
            release(events, load, query("q", load.keys(), WINDOW, bounds));
        }
    },
    /** Weir with two queries of tumbling windows on one Gaussian budget. */
    WEIR_TWO {
        @Override
        void attach(DataStream<Event> events, Load load) {
            Query first = query("q", load.keys(), WINDOW, Bounds.NONE);
            release(events, load, first, query("r", load.keys(), WINDOW, Bounds.NONE));
        }
    },
    /** Weir with a running total as second query. */
    WEIR_RUNNING {
        @Override
        void attach(DataStream<Event> events, Load load) {
            Query first = query("q", load.keys(), WINDOW, Bounds.NONE);
            release(events, load, first, query("r", load.keys(), TOTALS, Bounds.NONE));
        }
    },
    /** Weir with windows of a UTC day. */
    WEIR_DAY {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, query("q", load.keys(), DAY, Bounds.NONE));
        }
    },
    /** Weir with windows of a day of a zone. */
    WEIR_CALENDAR {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, query("q", load.keys(), CALENDAR_DAY, Bounds.NONE));
        }
    },
    /** Weir with Gaussian noise. */
    WEIR_GAUSSIAN {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, GAUSSIAN, query("q", load.keys(), WINDOW, Bounds.NONE));
        }
    },
    /** Weir with Gaussian noise and four levels above the same keys. */
    WEIR_LEVELS {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, GAUSSIAN, query(levels(load.keys()), WINDOW));
        }
    },
    /** Weir with Laplace noise and four levels above the same keys. */
    WEIR_LEVELS_LAPLACE {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, query(levels(load.keys()), WINDOW));
        }
    },
    /** Only the shuffle by unit, which is the minimum cost of any job keyed by unit. */
    SHUFFLE {
        @Override
        void attach(DataStream<Event> events, Load load) {
            events.keyBy(event -> (int) event.unitHigh, Types.INT).sinkTo(new DiscardingSink<>());
        }
    };

    private static final Spend SPEND = new Spend(null, 10_000);

    private static final Budget GAUSSIAN = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));

    static final Window WINDOW = new TumblingWindow(Load.WINDOW_MILLIS);

    private static final Window DAY = TumblingWindow.of(Duration.ofDays(1));

    private static final Window CALENDAR_DAY = Window.calendar(CalendarPeriod.DAY, PinnedZone.of("Europe/Berlin"));

    private static final Window TOTALS = RunningWindow.of(Duration.ofMillis(Load.WINDOW_MILLIS), 1 << 16);

    static final ReleaseSink NOWHERE = new ReleaseSink() {
        @Override
        public void publish(long number, Collection<PublishedRow> rows) {}

        @Override
        public void close() {}
    };

    /** Adds the job to a stream of events. */
    abstract void attach(DataStream<Event> events, Load load);

    /** Returns the jobs that are compared by default. */
    static List<Jobs> usual() {
        return List.of(PLAIN, DISTINCT, WEIR, WEIR_CAPPED, SHUFFLE);
    }

    private static void release(DataStream<Event> events, Load load, Query... queries) {
        release(events, load, queries.length == 1 ? new Budget.Pure(BigDecimal.ONE) : GAUSSIAN, queries);
    }

    private static void release(DataStream<Event> events, Load load, Budget budget, Query... queries) {
        EventReader reader =
                new EventReader(queries.length, queries[0].aggregates().size() - 1);
        ReleaseTopology chain = chain(load, plan("benchmark", budget, queries));
        SingleOutputStreamOperator<ContributionBatch> admitted = chain.admit(events, reader);
        chain.release(
                admitted,
                admitted,
                outcome ->
                        new PublishedRow(outcome.kind(), outcome.start(), outcome.end(), "q", "", "", 0, new byte[0]),
                ReleaseTopology.Ports.of(() -> NOWHERE, CounterSink.NONE, LedgerAccess.none("benchmark")));
    }

    /** Adds Weir's job with count and sum of each key and window. Its rows go to the sink in {@code ports}. */
    static void publish(
            DataStream<Event> events, ReleaseTopology chain, RowFormat format, ReleaseTopology.Ports ports) {
        SingleOutputStreamOperator<ContributionBatch> admitted = chain.admit(events, new EventReader(1, 1));
        chain.release(admitted, admitted, format, ports);
    }

    /** Returns a plan of one query with Laplace noise. */
    static Plan plan(String domain, Query query) {
        return plan(domain, new Budget.Pure(BigDecimal.ONE), query);
    }

    private static Plan plan(String domain, Budget budget, Query... queries) {
        return Plan.of(domain, PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), List.of(queries));
    }

    /** Creates Weir's operators for a plan. */
    static ReleaseTopology chain(Load load, Plan plan) {
        return new ReleaseTopology(plan, new Schedule(Load.START, load.end()), ClockMode.STAMPED);
    }

    /** Returns a query of count and sum of each key and window. */
    static Query query(String name, int keys, Window window, Bounds bounds) {
        List<Aggregate> aggregates = List.of(new Count("count", BigDecimal.ONE), sum());
        return new Query(name, 1, "", keys(keys), window, bounds, aggregates, SPEND, null);
    }

    static Query query(KeySpace keys, Window window) {
        List<Aggregate> aggregates = List.of(new Count("count", BigDecimal.ONE), sum());
        Spend spend = new Spend(null, SPEND.contributions(), 1, Favour.LEVELS);
        return new Query("q", 1, "", keys, window, Bounds.NONE, aggregates, spend, null);
    }

    /** Keys as many as given, below a hundredth and a tenth as many and one row for all. */
    static KeySpace levels(int keys) {
        List<String> attributes = List.of("hundreds", "tens", "key");
        List<List<String>> leaves = IntStream.range(0, keys)
                .mapToObj(key -> List.of("h" + key / 100, "t" + key / 10, "k" + key))
                .toList();
        return KeySpace.ofLevels(DeclaredKeys.of(attributes, leaves, Others.NONE), attributes, List.of());
    }

    static Query query(int keys, List<Aggregate> aggregates) {
        return new Query("q", 1, "", keys(keys), WINDOW, Bounds.NONE, aggregates, SPEND, null);
    }

    private static DeclaredKeys keys(int keys) {
        return new DeclaredKeys(
                IntStream.range(0, keys).mapToObj(Integer::toString).toList());
    }

    private static Sum sum() {
        return new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100), null);
    }
}
