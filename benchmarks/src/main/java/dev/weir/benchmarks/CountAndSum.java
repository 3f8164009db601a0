package dev.weir.benchmarks;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple2;

/** The number of events, and the sum of their values, in plain Flink. */
final class CountAndSum implements AggregateFunction<Event, Tuple2<Long, Long>, Tuple2<Long, Long>> {

    final long serialVersionUID = 1L;

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
