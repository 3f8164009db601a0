package dev.weir.benchmarks;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.publish.RowFormat;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.topology.ReleaseTopology;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** The jobs that are compared, each on the same stream of events with its watermarks. */
enum Jobs {
    /** (a) Plain Flink: count and sum per key and window. Says nothing about privacy. */
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
    /** (b) Plain Flink: distinct units per key and window, which bounds a unit's records and nothing else. */
    DISTINCT {
        @Override
        void attach(DataStream<Event> events, Load load) {
            events.keyBy(event -> event.key, Types.INT)
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(Load.WINDOW_MILLIS)))
                    .aggregate(new DistinctUnits(), UNIT_SET, Types.LONG)
                    .sinkTo(new DiscardingSink<>());
        }
    },
    /** (c) Weir: count and sum per key and window with unit accounts. */
    WEIR {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, Bounds.NONE);
        }
    },
    /** The same, and a unit may touch four keys in a window: what it costs to remember which. */
    WEIR_CAPPED {
        @Override
        void attach(DataStream<Event> events, Load load) {
            release(events, load, new Bounds(4, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
        }
    },
    /** Only the shuffle by unit: the least that any job keyed by unit costs. */
    SHUFFLE {
        @Override
        void attach(DataStream<Event> events, Load load) {
            events.keyBy(event -> (int) event.unitHigh, Types.INT).sinkTo(new DiscardingSink<>());
        }
    };

    private static final org.apache.flink.api.common.typeinfo.TypeInformation<Set<Tuple2<Long, Long>>> UNIT_SET =
            new org.apache.flink.api.java.typeutils.SetTypeInfo<>(Types.TUPLE(Types.LONG, Types.LONG));

    private static final ReleaseSink NOWHERE = new ReleaseSink() {
        @Override
        public void publish(long number, Collection<PublishedRow> rows) {}

        @Override
        public void close() {}
    };

    /** Adds the job. */
    abstract void attach(DataStream<Event> events, Load load);

    private static void release(DataStream<Event> events, Load load, Bounds bounds) {
        ReleaseTopology chain = chain(load, plan("benchmark", load, bounds));
        publish(
                events,
                chain,
                outcome ->
                        new PublishedRow(outcome.kind(), outcome.start(), outcome.end(), "q", "", "", 0, new byte[0]),
                ReleaseTopology.Ports.of(() -> NOWHERE, CounterSink.NONE));
    }

    /** The operators of Weir for a plan. */
    static ReleaseTopology chain(Load load, Plan plan) {
        return new ReleaseTopology(plan, new Schedule(Load.START, load.end()), ClockMode.STAMPED);
    }

    /** Adds Weir, whose rows go where {@code ports} say. */
    static void publish(
            DataStream<Event> events, ReleaseTopology chain, RowFormat format, ReleaseTopology.Ports ports) {
        SingleOutputStreamOperator<ContributionBatch> admitted = chain.admit(events, new EventReader());
        chain.release(admitted, admitted, format, ports);
    }

    /** The plan of count and sum in a domain. */
    static Plan plan(String domain, Load load, Bounds bounds) {
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return Plan.of(
                domain, PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), List.of(query(load.keys(), bounds)));
    }

    /** Count and sum of each key and window. */
    static Query query(int keys, Bounds bounds) {
        return new Query(
                "q",
                1,
                "",
                keys(keys),
                new TumblingWindow(Load.WINDOW_MILLIS),
                bounds,
                List.of(new Count("count", BigDecimal.ONE), sum()),
                new Spend(null, 10_000),
                null);
    }

    private static DeclaredKeys keys(int keys) {
        return new DeclaredKeys(
                IntStream.range(0, keys).mapToObj(Integer::toString).toList());
    }

    private static Sum sum() {
        return new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100), null);
    }

    private static final class CountAndSum implements AggregateFunction<Event, Tuple2<Long, Long>, Tuple2<Long, Long>> {

        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return Tuple2.of(0L, 0L);
        }

        @Override
        public Tuple2<Long, Long> add(Event event, Tuple2<Long, Long> sums) {
            sums.f0++;
            sums.f1 += event.value;
            return sums;
        }

        @Override
        public Tuple2<Long, Long> getResult(Tuple2<Long, Long> sums) {
            return sums;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private static final class DistinctUnits implements AggregateFunction<Event, Set<Tuple2<Long, Long>>, Long> {

        private static final long serialVersionUID = 1L;

        @Override
        public Set<Tuple2<Long, Long>> createAccumulator() {
            return new HashSet<>();
        }

        @Override
        public Set<Tuple2<Long, Long>> add(Event event, Set<Tuple2<Long, Long>> units) {
            units.add(Tuple2.of(event.unitHigh, event.unitLow));
            return units;
        }

        @Override
        public Long getResult(Set<Tuple2<Long, Long>> units) {
            return (long) units.size();
        }

        @Override
        public Set<Tuple2<Long, Long>> merge(Set<Tuple2<Long, Long>> a, Set<Tuple2<Long, Long>> b) {
            a.addAll(b);
            return a;
        }
    }
}
